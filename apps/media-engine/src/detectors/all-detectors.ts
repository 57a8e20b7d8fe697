import type { LabelPicture } from '@redline/ai';
import type { ImageProcess } from '../clients/images/image-process.ts';
import type { ListLabels } from '../clients/text-engine.ts';
import type { TextRecognizer } from '../clients/text-recognizer.ts';
import { codesDetector } from './codes.ts';
import { nudityDetector } from './nudity.ts';
import type { PageDetector } from './page-detector.ts';
import { type OnRead, textDetector } from './text.ts';
import {
  type TranscriptionDetector,
  type TranscriptionParts,
  transcriptionDetector,
} from './transcription.ts';
import { visionDetector } from './vision.ts';

/** The programs and models that detectors use. */
export interface DetectorParts {
  readonly imageProcess: Pick<ImageProcess, 'call'>;
  /** The recognizers of text, the one to ask first at the beginning. */
  readonly recognizers: readonly TextRecognizer[];
  readonly onRead: OnRead;
  /** Null if no vision model is configured. */
  readonly labelPicture: LabelPicture | null;
  readonly listLabels: ListLabels;
  /** Null if no speech model is configured. */
  readonly transcriber: TranscriptionParts | null;
}

/** Every detector of this service. */
export interface Detectors {
  /** Detectors of pages of an image and frames of a video, in the order in which `coverage` names them. */
  readonly page: readonly PageDetector[];
  readonly transcription: TranscriptionDetector;
}

/** Creates all detectors: a new one is added here, and to the names in contracts. */
export const allDetectors = (parts: DetectorParts): Detectors => ({
  page: [
    textDetector(parts.recognizers, parts.onRead),
    codesDetector(parts.imageProcess),
    nudityDetector(parts.imageProcess),
    visionDetector(parts.labelPicture, parts.listLabels),
  ],
  transcription: transcriptionDetector(parts.transcriber),
});
