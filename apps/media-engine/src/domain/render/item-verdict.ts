import type { ItemVerdict, RiskLevel } from '@redline/contracts';
import type { Detection, Localized } from '../detection.ts';
import { countTiers, countVideoTiers, type Tiers } from './count-tiers.ts';
import { distinctFindings } from './image.ts';
import type { StoredVideo } from './video.ts';

export type SiteKind = 'main' | 'international';

/** Returns the verdict on an image that its batch renders: its findings, counted as the site counts them. */
export function imageItemVerdict(
  check: {
    readonly riskLevel: RiskLevel;
    readonly detections: readonly Detection[];
    readonly locale: string;
  },
  siteKind: SiteKind,
): ItemVerdict {
  const found = distinctFindings(check.detections, check.locale);
  return {
    riskLevel: check.riskLevel,
    summary: summaryOf(siteKind, countTiers(found), 0),
    labels: labelsOf(found.map(({ description }) => description)),
  };
}

/** The fields of a video check that its verdict depends on. */
export type RatedVideo = Pick<StoredVideo, 'labels' | 'frames' | 'voice' | 'transcriptStatus'> & {
  readonly riskLevel: RiskLevel;
};

/** Returns the verdict on a video that its batch renders, as far as its frames and voice are checked. */
export function videoItemVerdict(check: RatedVideo, siteKind: SiteKind): ItemVerdict {
  const { riskLevel, labels, voice, transcriptStatus } = check;
  return {
    riskLevel,
    summary: summaryOf(siteKind, countVideoTiers(check), voice?.customRisks.length ?? 0),
    labels: labelsOf(labels ?? []),
    transcriptStatus,
  };
}

/** Returns the counts; on a site without tiers, STRICT counts as a violation and SOFT as a scene hint. */
const summaryOf = (siteKind: SiteKind, { strict, soft }: Tiers, custom: number): ItemVerdict['summary'] =>
  siteKind === 'main' ? { strict, soft, custom, semantic: 0 } : { violation: strict, sceneHint: soft };

const labelsOf = (labels: readonly Localized[]): Record<string, string>[] =>
  labels.map((label) => ({ ...label }));
