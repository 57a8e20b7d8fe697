import type { FoldTable } from '../folding/fold-table.ts';
import { readGap, unitEnd } from '../folding/gap.ts';
import { ALPHABETIC, BASE_MASK, GAP_VISIBLE, KIND_MASK } from '../folding/kinds.ts';
import type { Stream } from '../folding/stream.ts';
import { HIDDEN_UNITS_MAX } from '../folding/word-boundary.ts';
import type { WordSetTables } from '../types.ts';
import { TERM_UNITS_MAX } from './patterns.ts';

/** From how many equal letters on a row counts as drawn out (freeee); two are ordinary spelling. */
export const REPEAT_MIN = 3;

/** The folded units of the text that match each unit of the term: from `first` to `last`, both inclusive. */
export interface Alignment {
  readonly first: Int32Array;
  readonly last: Int32Array;
  hasRepeat: boolean;
}

export const createAlignment = (): Alignment => ({
  first: new Int32Array(TERM_UNITS_MAX),
  last: new Int32Array(TERM_UNITS_MAX),
  hasRepeat: false,
});

/** Lets as many text units answer as the term has, one for one. */
export function alignEvenly(to: Alignment, textFrom: number, termFrom: number, count: number): void {
  for (let i = 0; i < count; i++) {
    to.first[termFrom + i] = textFrom + i;
    to.last[termFrom + i] = textFrom + i;
  }
}

/** A row of the text and the row of the term it answers; ends exclusive. */
export interface RowSlice {
  readonly text: string;
  readonly textFrom: number;
  readonly textTo: number;
  readonly termFrom: number;
  readonly termTo: number;
  /** The start of the term's units in the tables. */
  readonly termOffset: number;
}

type TermUnits = Pick<WordSetTables, 'units' | 'gapBefore'>;

/**
 * Aligns a row of which the text has more units than the term: each group of equal letters in a word of the
 * term takes what it needs, and then further units equal to the last one, if that makes three or more in a row.
 *
 * @returns false when they do not come out even
 */
export function alignDrawnOut(
  to: Alignment,
  stream: Stream,
  { units, gapBefore }: TermUnits,
  slice: RowSlice,
  table: FoldTable,
): boolean {
  const { text, textTo, termTo, termOffset } = slice;
  let at = slice.textFrom;
  let term = slice.termFrom;
  while (term < termTo) {
    const letter = (units[termOffset + term] as number) & BASE_MASK;
    const from = term;
    do term++;
    while (
      term < termTo &&
      ((units[termOffset + term] as number) & BASE_MASK) === letter &&
      gapBefore[termOffset + term] === 0
    );
    const count = term - from;
    if (at + count > textTo) return false;
    alignEvenly(to, at, from, count);
    at += count;
    let extra = 0;
    while (textTo - at > termTo - term && isSameUnit(stream, at) && isContiguous(stream, text, at, table)) {
      at++;
      extra++;
    }
    if (extra > 0) {
      if (count + extra < REPEAT_MIN) return false;
      to.last[term - 1] = at - 1;
      to.hasRepeat = true;
    }
  }
  return at === textTo;
}

const isSameUnit = (stream: Stream, at: number): boolean =>
  (((stream.codes[at] as number) ^ (stream.codes[at - 1] as number)) & BASE_MASK) === 0 &&
  ((stream.codes[at] as number) & KIND_MASK) === ALPHABETIC;

/**
 * Returns whether nothing visible stands between this folded unit and the one before it, and no more of what
 * cannot be seen than a word boundary looks past.
 */
export function isContiguous(stream: Stream, text: string, at: number, table: FoldTable): boolean {
  const from = unitEnd(text, stream.places[at - 1] as number);
  const to = stream.places[at] as number;
  if (from >= to) return true;
  return to - from <= HIDDEN_UNITS_MAX && (readGap(text, from, to, table) & GAP_VISIBLE) === 0;
}
