import type { Span, TimedText } from '../../domain/videos/timed-text.ts';

/** A part of the sound of a video. */
export interface VoicePart extends Span {
  /** Path of the raw samples of the whole sound. */
  readonly path: string;
  /** Where in the part somebody speaks, in order; by voice activity, or where that failed between pauses. */
  readonly speech: readonly Span[];
  /** The parts of it between pauses, whatever sounds there. */
  readonly sounds: readonly Span[];
  /** ISO 639-1. */
  readonly language: string;
}

/** A speech model, and the languages that it understands (ISO 639-1). */
export interface Transcriber {
  readonly languages: readonly string[];
  /**
   * Transcribes a part of a sound.
   * @returns sentences in order, with their times in the whole sound; none if nothing was said
   * @throws any error, if it could not be transcribed; the signal's reason
   */
  readonly transcribe: (part: VoicePart, signal: AbortSignal) => Promise<readonly TimedText[]>;
}
