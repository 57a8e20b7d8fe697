import type { TextRecognizerName } from '@redline/contracts';
import type { PlacedLine } from '../domain/images/placed-line.ts';
import type { PreparedPage } from './images/worker/protocol.ts';

/** Reads the text on a page. */
export interface TextRecognizer {
  readonly name: TextRecognizerName;
  /** Tells whether this installation reads all of these languages (by the names of tesseract). */
  readonly canRead: (languages: readonly string[]) => Promise<boolean>;
  /**
   * Reads a page.
   * @returns its lines in the order of reading, with places in pixels of the page
   * @throws any error, if it could not be read; the signal's reason
   */
  readonly read: (
    page: PreparedPage,
    languages: readonly string[],
    signal: AbortSignal,
  ) => Promise<readonly PlacedLine[]>;
}
