import type { FoldTable } from '../folding/fold-table.ts';
import { FIRST_KIND } from '../folding/kinds.ts';
import { resolveSpecial } from '../folding/special-units.ts';
import { createStream, pushSpecial, type Stream } from '../folding/stream.ts';
import { stepOf } from './step-table.ts';

/**
 * The part of a text around a hit, folded unit by unit. The scan itself keeps no folded text: hits are rare,
 * and reading thirty units again for each is cheaper than storing every unit of every text.
 */
export interface Window {
  readonly stream: Stream;
  /** The start of each row of units of one class in the stream. */
  rows: Int32Array;
  /** The row in which the hit ends, by index in `rows`. */
  row: number;
}

/** Rows read before and units after the match, for what looks at a match's neighbours. */
export const ROWS_BEFORE = 2;
const UNITS_AFTER = 3;

export const createWindow = (): Window => ({ stream: createStream(), rows: new Int32Array(256), row: 0 });

/**
 * Reads rows from the original unit `from` on, until `row` rows are complete and a few units more.
 *
 * @param row number of the row, counted from `from`, in which the hit ends
 * @returns how many units were read
 */
export function readWindow(
  window: Window,
  text: string,
  from: number,
  row: number,
  table: FoldTable,
  steps: Uint16Array,
): number {
  const { stream } = window;
  if (window.rows.length < row + 2 + UNITS_AFTER) window.rows = new Int32Array((row + 2 + UNITS_AFTER) * 2);
  window.row = row;
  stream.length = 0;
  let rows = 0;
  let previous = -1;
  let after = 0;
  let at = from;
  for (; at < text.length && after < UNITS_AFTER; at++) {
    const entry = table.entries[text.charCodeAt(at)] as number;
    const first = stream.length;
    if (entry >= FIRST_KIND) stream.push(entry, at);
    else if (entry < 0) at = pushSpecial(stream, text, at, entry, resolveSpecial(text, at, entry, table));
    for (let i = first; i < stream.length; i++) {
      const step = stepOf(stream.codes[i] as number, steps);
      if (step !== previous && rows <= row + UNITS_AFTER) window.rows[rows++] = i;
      previous = step;
      if (rows > row + 1) after++;
    }
  }
  return at - from;
}
