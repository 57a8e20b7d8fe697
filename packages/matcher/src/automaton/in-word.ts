import type { Rows } from './rows.ts';

/**
 * Most of what the automaton hits in a text of an alphabet ends or begins inside a word (`ill` in `will`). Where plain
 * letters and digits stand side by side that is seen at once, without reading the text around the hit again.
 */

const IS_PLAIN = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /[A-Za-z0-9]/.test(String.fromCharCode(unit)) ? 1 : 0,
);

/** A longer row is left to the full check, so that a flood of one letter is not read again for every hit in it. */
const ROW_UNITS_MAX = 3;

const isPlain = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at);
  return unit < 0x80 && IS_PLAIN[unit] === 1;
};

/** Returns whether a row has only plain letters and digits, with nothing between. It ends where the next one begins. */
function isPlainRow(text: string, { places, count }: Rows, row: number): boolean {
  if (row + 1 >= count) return false;
  const place = places[row] as number;
  const next = places[row + 1] as number;
  // A row that begins inside what one unit folds to has a negative place.
  if (next <= place || next - place > ROW_UNITS_MAX) return false;
  for (let at = place; at < next; at++) if (!isPlain(text, at)) return false;
  return true;
}

/** Returns whether no word begins in a row. */
export function beginsInWord(text: string, rows: Rows, row: number): boolean {
  return isPlain(text, (rows.places[row] as number) - 1) && isPlainRow(text, rows, row);
}

/** Returns whether no word ends in a row. */
export function endsInWord(text: string, rows: Rows, row: number): boolean {
  return isPlainRow(text, rows, row) && isPlain(text, rows.places[row + 1] as number);
}
