import type { FileResult, Run } from '../domain/result.ts';

/** A format of the output. */
export interface Format {
  /** Writes what was found in one file, as soon as it was judged; empty where all is written at the end. */
  readonly file: (result: FileResult) => string;
  readonly end: (run: Run) => string;
}
