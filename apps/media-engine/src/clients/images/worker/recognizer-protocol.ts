import type { Point } from '@redline/text-recognition';
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

/** A line of text on a page. */
export interface RecognizedLine {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** The corners of its box in pixels of the page: top left, top right, bottom right, bottom left, as the line is turned. */
  readonly corners: readonly [Point, Point, Point, Point];
}
