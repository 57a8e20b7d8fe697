import type { CheckedParts } from '../../../domain/detection.ts';
import type { Rectangle } from '../../../domain/images/placed-line.ts';
import type { PageRegion } from '../../../domain/images/tesseract-words.ts';

/** The calls that the image process answers, one after the other, by name. */
export interface Calls {
  readonly survey: (input: { readonly path: string }) => Survey;
  readonly prepare: (input: PageInput) => PreparedPage;
  readonly tiles: (input: TilesInput) => readonly PreparedTile[];
  readonly codes: (input: { readonly pixels: Pixels }) => readonly Code[];
  readonly nudity: (input: { readonly pixels: Pixels }) => NudityScores;
}

/** The content of an image file. */
export interface Survey {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The pages of an animation that differ from each other; `[0]` for a still image. */
  readonly pages: readonly number[];
  /** How many pages there are, and how many of them are checked or look like one that is. */
  readonly checked: CheckedParts;
  /** HEVC pixels, which another program has to decode. */
  readonly isHeic: boolean;
}

/** A page to decode, and the folder to write the results to. */
export interface PageInput {
  readonly path: string;
  readonly page: number;
  readonly folder: string;
}

/** Raw pixels in a file: three bytes each, row by row. */
export interface Pixels {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** A decoded page of an image, as files that detectors read. */
export interface PreparedPage {
  readonly pixels: Pixels;
  /** Path of a JPEG for models. */
  readonly preview: string;
  /** The folder of these files. */
  readonly folder: string;
}

/** The pixels of a page to prepare for tesseract, and the folder to write the tiles to. */
export interface TilesInput {
  readonly pixels: Pixels;
  readonly folder: string;
}

/** A tile of a page, prepared for one pass of text recognition. */
export interface PreparedTile {
  /** Path of a PGM file. */
  readonly path: string;
  readonly segmentation: number;
  readonly pass: string;
  readonly region: PageRegion;
}

/** A QR code or barcode, and its text. */
export interface Code {
  readonly format: string;
  readonly isMatrix: boolean;
  readonly text: string;
  /** In pixels of the page. */
  readonly place: Rectangle;
}

/** Probabilities that an image is of each kind, from 0 to 1; their sum is 1. */
export interface NudityScores {
  readonly porn: number;
  readonly hentai: number;
  readonly sexy: number;
  readonly neutral: number;
  readonly drawing: number;
}
