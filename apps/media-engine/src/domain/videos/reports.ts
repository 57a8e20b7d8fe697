import type { LocalizedPrecedent, RiskLevel, RiskTier, Severity } from '@redline/contracts';
import type { Coverage, Detection, Localized } from '../detection.ts';
import type { TimedText } from './timed-text.ts';

/** A checked frame whose picture is stored. */
export interface StoredFrame {
  readonly timeSeconds: number;
  /** Key of the JPEG in the blob store. */
  readonly imageKey: string;
  readonly ocrText: string;
  readonly detections: readonly Detection[];
  /**
   * The captions that begin on it, or later and before the next stored frame; absent from rows that are older than the
   * field. They are kept with frames, so that a release that does not know them removes them with a deleted check.
   */
  readonly captions?: readonly StoredCaption[];
}

/** Words that stand on following frames. */
export interface StoredCaption extends TimedText {
  readonly riskLevel: RiskLevel;
}

/** The findings on the frames of a video. */
export interface VisualReport {
  /** Decoded length, whatever the file declares. */
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  /** In order of time. */
  readonly frames: readonly StoredFrame[];
  readonly coverage: readonly Coverage[];
}

/** A finding in a transcript, in every locale, with its sentence. */
export interface TranscriptRisk {
  readonly matchedText: string;
  readonly tier: RiskTier;
  readonly tierLabel: Localized | null;
  readonly tierReason: Localized | null;
  readonly severity: Severity;
  readonly kind: 'violation' | 'scene-hint';
  readonly category: Localized;
  readonly suggestion: Localized;
  readonly legalRef: Localized | null;
  readonly replacement: string | null;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly sentence: string;
  readonly source: 'rule' | 'model';
  /** `drift` if it contains a word that the approved script lacks at that place. */
  readonly origin: 'drift' | null;
  /** Cases like it that agencies decided; absent from rows that are older than the field. */
  readonly precedents?: readonly LocalizedPrecedent[];
}

/** A custom word of the account that was said. */
export interface CustomTranscriptRisk {
  readonly matchedText: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly sentence: string;
  readonly replacement: string | null;
  readonly note: string | null;
}

/** The findings in the voice of a video. */
export interface VoiceReport {
  /** `empty` if there is no sound or nothing is said; null if no transcriber is configured. */
  readonly status: 'completed' | 'failed' | 'empty' | null;
  readonly text: string | null;
  readonly sentences: readonly TimedText[];
  readonly risks: readonly TranscriptRisk[];
  readonly customRisks: readonly CustomTranscriptRisk[];
  /** Null without an approved script; `skipped` without a transcript to compare with it. */
  readonly drift: 'completed' | 'failed' | 'skipped' | null;
  readonly coverage: readonly Coverage[];
}
