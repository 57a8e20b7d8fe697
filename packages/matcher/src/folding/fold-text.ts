import type { Fold, FoldedText } from '../types.ts';
import { foldTable } from './fold-table-cache.ts';
import { ALL_FOLDS, foldBits, LEET, REPEAT, SEPARATOR } from './names.ts';
import { readPieces } from './pieces.ts';
import { joinLetters, readLeet, shortenRepeats } from './plain-words.ts';

/** Units a string is made of at a time, well under what a call may be given as arguments. */
const CHUNK_UNITS = 4096;

/**
 * Takes the disguises off a text, so that regular expressions can run on it. Letters come out small and plain,
 * separators stay in their plainest form (one kind of hyphen, apostrophe and space).
 *
 * A string can have only one reading where `scan` tries several: 1 becomes i, and digits are read as letters
 * only between letters of a word of four or more; three or more equal letters become two.
 *
 * @param folds the folds to take off; all of them unless said
 */
export function fold(text: string, folds?: readonly Fold[]): FoldedText {
  const bits = folds === undefined ? ALL_FOLDS : foldBits(folds);
  const pieces = readPieces(text, foldTable(bits));
  if (bits & SEPARATOR) joinLetters(pieces);
  if (bits & LEET) readLeet(pieces);
  if (bits & REPEAT) shortenRepeats(pieces);
  const { length } = pieces;
  return {
    text: stringOf(pieces.unit.subarray(0, length)),
    start: pieces.start.slice(0, length),
    end: pieces.end.slice(0, length),
    folds: pieces.folds.slice(0, length),
  };
}

/**
 * Returns the span of a piece of a folded text in the original.
 *
 * @param from first unit in `folded.text`
 * @param to one past its last unit; greater than `from`
 * @returns UTF-16 offsets in the original, end exclusive, and the folds in between
 */
export function spanOf(
  folded: FoldedText,
  from: number,
  to: number,
): { readonly start: number; readonly end: number; readonly folds: number } {
  let folds = 0;
  for (let at = from; at < to; at++) folds |= folded.folds[at] ?? 0;
  return { start: folded.start[from] ?? 0, end: folded.end[to - 1] ?? 0, folds };
}

function stringOf(units: Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK_UNITS) {
    text += String.fromCharCode(...units.subarray(at, at + CHUNK_UNITS));
  }
  return text;
}
