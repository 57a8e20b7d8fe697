import type { TextStructure } from '../document/structure.ts';
import type { Occurrences } from './occurrences.ts';
import type { PatternTable } from './pattern-table.ts';
import type { WordMarks } from './word-marks.ts';

/** The view of a text that patterns are matched against. */
export interface Surface {
  readonly table: PatternTable;
  readonly structure: TextStructure;
  readonly occurrences: Occurrences;
  /** By word: 1 for one that no gap may span (`not`, `but`), since another statement begins behind it. */
  readonly gapStops: Uint8Array;
  /** Scratch: the words at which a pattern may begin. */
  readonly marks: WordMarks;
  /** Scratch, by word: the entry in `occurrences` for which the word was marked. */
  readonly markedOccurrence: Int32Array;
}
