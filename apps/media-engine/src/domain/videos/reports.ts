import type { Coverage, Detection, Localized } from '../detection.ts';
import type { TimedText } from './timed-text.ts';

/** A picture of a video that was looked at and kept. */
export interface StoredFrame {
  readonly timeSeconds: number;
  /** Of the JPEG in the blob store. */
  readonly imageKey: string;
  readonly ocrText: string;
  readonly detections: readonly Detection[];
}

/** What is seen in a video. */
export interface VisualReport {
  /** Of the file as it was decoded, whatever it said. */
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** In the order of time. */
  readonly frames: readonly StoredFrame[];
  readonly coverage: readonly Coverage[];
}

/** Something said that is at risk, in every locale, and the sentence it is said in. */
export interface TranscriptRisk {
  readonly matchedText: string;
  readonly tier: 'STRICT' | 'SOFT';
  readonly tierLabel: Localized | null;
  readonly tierReason: Localized | null;
  readonly severity: 'high' | 'medium' | 'low';
  readonly kind: 'violation' | 'scene-hint';
  readonly category: Localized;
  readonly suggestion: Localized;
  readonly legalRef: Localized | null;
  readonly replacement: string | null;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly sentence: string;
  readonly source: 'rule' | 'model';
  /** `drift` where it holds a word that the approved script lacks there. */
  readonly origin: 'drift' | null;
}

/** A word of the account's own that was said. */
export interface CustomTranscriptRisk {
  readonly matchedText: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly sentence: string;
  readonly replacement: string | null;
  readonly note: string | null;
}

/** What is said in a video. */
export interface VoiceReport {
  /** `empty` where there is no sound or nothing is said; null where nobody here can hear it. */
  readonly status: 'completed' | 'failed' | 'empty' | null;
  readonly text: string | null;
  readonly sentences: readonly TimedText[];
  readonly risks: readonly TranscriptRisk[];
  readonly customRisks: readonly CustomTranscriptRisk[];
  /** Null where there is no approved script; `skipped` where there is no transcript to compare with it. */
  readonly drift: 'completed' | 'failed' | 'skipped' | null;
  readonly coverage: readonly Coverage[];
}
