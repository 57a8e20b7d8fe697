import type { Looked } from '../../../domain/detection.ts';
import type { Frame } from '../../../domain/images/tesseract-words.ts';

/** What the picture process is asked: one question after the other, each answered under its name. */
export interface Questions {
  readonly survey: (asked: { readonly path: string }) => Survey;
  readonly prepare: (asked: {
    readonly path: string;
    readonly page: number;
    readonly folder: string;
  }) => Prepared;
  readonly codes: (asked: { readonly pixels: Pixels }) => readonly Code[];
  readonly nudity: (asked: { readonly pixels: Pixels }) => NudityScores;
}

export type QuestionName = keyof Questions;
export type Asked<N extends QuestionName> = Parameters<Questions[N]>[0];
export type Answer<N extends QuestionName> = ReturnType<Questions[N]>;

/** What a file holds. */
export interface Survey {
  /** Upright, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Those of an animation that show something of their own; `[0]` of a still picture. */
  readonly pages: readonly number[];
  /** How many there are, and how many of these are looked at or look like one that is. */
  readonly looked: Looked;
  /** HEVC pixels, which another program has to decode. */
  readonly isHeic: boolean;
}

/** Raw pixels in a file: three bytes each, row by row. */
export interface Pixels {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

/** A page of a picture, ready to be looked at. */
export interface Prepared {
  readonly pixels: Pixels;
  /** A JPEG of it for models. */
  readonly preview: string;
  /** What is to be read, see `domain/images/ocr-passes.ts`. */
  readonly readings: readonly {
    readonly path: string;
    readonly segmentation: number;
    readonly pass: string;
    readonly frame: Frame;
  }[];
}

/** A QR code or barcode, and what it says. */
export interface Code {
  readonly format: string;
  readonly isMatrix: boolean;
  readonly text: string;
}

/** How much a picture looks like each of these, 0 to 1, together 1. */
export interface NudityScores {
  readonly porn: number;
  readonly hentai: number;
  readonly sexy: number;
  readonly neutral: number;
  readonly drawing: number;
}

/** What goes over the wire to the process, and back. */
export type Sent = { readonly number: number; readonly name: QuestionName; readonly asked: unknown };
export type Received =
  | { readonly number: number; readonly answer: unknown }
  | { readonly number: number; readonly fault: string }
  | { readonly number: number; readonly error: string };
