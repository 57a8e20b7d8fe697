import type { TextStructure } from '../document/structure.ts';
import type { Occurrences } from './occurrences.ts';
import type { PatternTable } from './pattern-table.ts';
import type { WordMarks } from './word-marks.ts';

/** A text as patterns are matched against it. */
export interface Surface {
  readonly table: PatternTable;
  readonly structure: TextStructure;
  readonly occurrences: Occurrences;
  /** 1 for words that no gap may span (`not`, `but`): what stands behind them is another statement. */
  readonly gapStops: Uint8Array;
  /** Where the words are marked at which a pattern may begin. */
  readonly marks: WordMarks;
  /** By word: the occurrence that was noted with its mark. */
  readonly noted: Int32Array;
}
