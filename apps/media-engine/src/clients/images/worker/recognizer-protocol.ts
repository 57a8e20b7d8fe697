import type { PlacedLine } from '../../../domain/images/placed-line.ts';
import type { Pixels } from './protocol.ts';

/** The calls that the recognizer process answers. */
export interface RecognizerCalls {
  readonly read: (input: { readonly pixels: Pixels; readonly timeLimitMs: number }) => RecognizedText;
}

/** The text on a page. */
export interface RecognizedText {
  /** In the order in which they are read. */
  readonly lines: readonly RecognizedLine[];
  /** Whether all that was found was read within the time. */
  readonly isComplete: boolean;
}

/** A line of text on a page, with its places in pixels of the page. */
export interface RecognizedLine extends PlacedLine {
  /** From 0 to 1. */
  readonly confidence: number;
}
