import { type RiskLevel, riskLevelOfTier, worstRiskLevel } from '@redline/contracts';
import type { Localized } from '../detection.ts';
import { ofTypes, riskLevelOfSpeech } from '../verdict.ts';
import type { StoredFrame, TranscriptRisk } from './reports.ts';

/** A verdict, and the labels that it is based on, each once. */
export interface Verdict {
  readonly riskLevel: RiskLevel;
  readonly labels: readonly Localized[];
}

/** Keeps only the findings of the types that were asked for. */
export const wantedFrames = (
  frames: readonly StoredFrame[],
  types: readonly string[] | null,
): readonly StoredFrame[] =>
  frames.map((frame) => ({ ...frame, detections: ofTypes(frame.detections, types) }));

/** Returns the verdict on frames: the worst of all findings. */
export function verdictOnFrames(frames: readonly StoredFrame[]): Verdict {
  const detections = frames.flatMap((frame) => frame.detections);
  return {
    riskLevel: worstRiskLevel(detections.map(riskLevelOfTier)),
    labels: distinct(detections.map(({ description }) => description)),
  };
}

/** Returns the verdict on frames and voice: the worse of both. Custom words of the account never change it. */
export function verdictWithVoice(
  ofFrames: Verdict,
  risks: readonly TranscriptRisk[],
  siteKind: 'main' | 'international',
): Verdict {
  return {
    riskLevel: worstRiskLevel([
      ofFrames.riskLevel,
      ...risks.map((risk) => riskLevelOfSpeech(risk, siteKind)),
    ]),
    labels: distinct([...ofFrames.labels, ...risks.map(({ category }) => category)]),
  };
}

/** Limit of labels of one video; frames and transcript have them all. */
const labelsMax = 50;

const distinct = (labels: readonly Localized[]): readonly Localized[] =>
  [...new Map(labels.map((label) => [JSON.stringify(label), label])).values()].slice(0, labelsMax);
