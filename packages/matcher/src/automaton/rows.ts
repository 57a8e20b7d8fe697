import { buildBitChoice } from './gram-filter.ts';
import { TERM_UNITS_MAX } from './patterns.ts';

/** Units that are read at a stretch, before the rows they make are searched. */
export const SLICE_UNITS = 0x1000;
/** The maximum of units that one UTF-16 unit folds to. */
const EXPANSION_MAX = 20;
/** Rows kept from one stretch to the next: those of the longest term, and what a check looks back on. */
const ROWS_KEPT = TERM_UNITS_MAX + 2 + EXPANSION_MAX;
const ROWS_MAX = ROWS_KEPT + SLICE_UNITS + EXPANSION_MAX;
/** The maximum of rows before the next unit: above it there may be no room for all that a unit folds to. */
export const ROWS_ENOUGH = ROWS_MAX - EXPANSION_MAX - 1;
/** Room for a hit in every row. */
export const HITS_MAX = ROWS_MAX;
/** The hot loop reads, by DataView, what others have written as typed arrays, and texts as utf16le. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Rows of units of one class, one after the other, as the automaton takes them: the folded text in short. */
export interface Rows {
  /** The step of each row (see step-table.ts). */
  readonly steps: Int32Array;
  /** The start of each row in the text; its complement if the row begins inside the expansion of a unit. */
  readonly places: Int32Array;
  count: number;
  /**
   * The bitmap of the filter (see gram-filter.ts), its choice of bits and the steps, which the hot loop reads
   * together: for each further array there would be processor registers missing.
   */
  readonly view: DataView;
  /** The offset of the choice of bits in the view, in bytes. */
  readonly choiceAt: number;
  /** The offset of the steps in the view. */
  readonly stepsAt: number;
}

/**
 * Empty rows for a set with that filter.
 *
 * @throws on a big-endian processor
 */
export function createRows(grams: Int32Array): Rows {
  if (!IS_LITTLE_ENDIAN) throw new Error('The matcher runs on little-endian processors only');
  const choice = buildBitChoice();
  const stepsFrom = grams.length + choice.length;
  const memory = new Int32Array(stepsFrom + ROWS_MAX);
  memory.set(grams);
  memory.set(choice, grams.length);
  return {
    steps: memory.subarray(stepsFrom),
    places: new Int32Array(ROWS_MAX),
    count: 0,
    view: new DataView(memory.buffer),
    choiceAt: grams.byteLength,
    stepsAt: stepsFrom * Int32Array.BYTES_PER_ELEMENT,
  };
}

/**
 * Makes room for the rows of the next stretch.
 *
 * @returns by how much the numbers of the rows that are left have become smaller
 */
export function keepLastRows(rows: Rows): number {
  const gone = Math.max(0, rows.count - ROWS_KEPT);
  if (gone > 0) {
    rows.steps.copyWithin(0, gone, rows.count);
    rows.places.copyWithin(0, gone, rows.count);
    rows.count -= gone;
  }
  return gone;
}
