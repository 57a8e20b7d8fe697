import type { TextRecognizerName } from '@redline/contracts';
import type { Code, PreparedPage } from '../clients/images/worker/protocol.ts';
import type { DetectedLabel } from '../domain/images/detections.ts';
import type { PlacedLine } from '../domain/images/placed-line.ts';
import type { Detector } from './detector.ts';

/**
 * Findings on one page of an image, or one frame of a video, with places in pixels of the page as it was prepared; a
 * detector leaves out what it does not look for.
 */
export interface PageFindings {
  /** The lines of text on the page, in the order of reading. */
  readonly lines?: readonly PlacedLine[];
  /** Which recognizers read the text. */
  readonly recognizers?: readonly TextRecognizerName[];
  readonly codes?: readonly Code[];
  readonly labels?: readonly DetectedLabel[];
}

/** A detector that works on decoded pages. */
export type PageDetector = Detector<PreparedPage, PageFindings>;
