import type { ItemVerdict, RiskLevel } from '@redline/contracts';
import type { Detection, Localized } from '../detection.ts';
import { countTiers, countVideoTiers, type Tiers } from './count-tiers.ts';
import { distinct } from './image.ts';
import type { StoredVideo } from './video.ts';

export type SiteKind = 'main' | 'international';

/** What a batch shows of an image: its findings, counted as its site counts them. */
export function imageVerdict(
  check: {
    readonly riskLevel: RiskLevel;
    readonly detections: readonly Detection[];
    readonly locale: string;
  },
  siteKind: SiteKind,
): ItemVerdict {
  const found = distinct(check.detections, check.locale);
  return {
    riskLevel: check.riskLevel,
    summary: summaryOf(siteKind, countTiers(found), 0),
    labels: labelsOf(found.map(({ description }) => description)),
  };
}

/** What of a video makes its verdict. */
export type WeighedVideo = Pick<StoredVideo, 'labels' | 'frames' | 'voice' | 'transcriptStatus'> & {
  readonly riskLevel: RiskLevel;
};

/** What a batch shows of a video, as far as it was seen and heard. */
export function videoVerdict(check: WeighedVideo, siteKind: SiteKind): ItemVerdict {
  const { riskLevel, labels, voice, transcriptStatus } = check;
  return {
    riskLevel,
    summary: summaryOf(siteKind, countVideoTiers(check), voice?.customRisks.length ?? 0),
    labels: labelsOf(labels ?? []),
    transcriptStatus,
  };
}

/** On a site without tiers STRICT stands for a violation and SOFT for a scene hint. */
const summaryOf = (siteKind: SiteKind, { strict, soft }: Tiers, custom: number): ItemVerdict['summary'] =>
  siteKind === 'main' ? { strict, soft, custom, semantic: 0 } : { violation: strict, sceneHint: soft };

const labelsOf = (labels: readonly Localized[]): Record<string, string>[] =>
  labels.map((label) => ({ ...label }));
