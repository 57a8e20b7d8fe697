import { type RiskLevel, riskLevelOfTier, worstRiskLevel } from '@redline/contracts';
import type { Localized } from '../detection.ts';
import { ofTypes, riskLevelOfSpeech } from '../verdict.ts';
import type { StoredFrame, TranscriptRisk } from './reports.ts';

/** A verdict as far as it goes, and what it goes by, each thing once. */
export interface Verdict {
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
}

/** Frames with those findings alone that were asked for. */
export const wantedFrames = (
  frames: readonly StoredFrame[],
  types: readonly string[] | null,
): readonly StoredFrame[] =>
  frames.map((frame) => ({ ...frame, detections: ofTypes(frame.detections, types) }));

/** What is seen comes to the worst of its frames. */
export function verdictOnFrames(frames: readonly StoredFrame[]): Verdict {
  const detections = frames.flatMap((frame) => frame.detections);
  return {
    riskLevel: worstRiskLevel(detections.map(riskLevelOfTier)),
    labels: distinct(detections.map(({ description }) => description)),
  };
}

/** What is seen and said comes to the worst of both; an account's own words count for nothing. */
export function verdictWithVoice(
  seen: Verdict,
  risks: readonly TranscriptRisk[],
  siteKind: 'main' | 'international',
): Verdict {
  return {
    riskLevel: worstRiskLevel([seen.riskLevel, ...risks.map((risk) => riskLevelOfSpeech(risk, siteKind))]),
    labels: distinct([...seen.labels, ...risks.map(({ category }) => category)]),
  };
}

/** Labels of one video at most; the rest is on its frames and in its transcript. */
const labelsMax = 50;

const distinct = (labels: readonly Localized[]): readonly Localized[] =>
  [...new Map(labels.map((label) => [JSON.stringify(label), label])).values()].slice(0, labelsMax);
