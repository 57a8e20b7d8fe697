import { ALPHABETIC, BASE_MASK, FOLD_MASK, FOLD_SHIFT, KIND_MASK } from '../folding/kinds.ts';
import { standsFor } from '../folding/lookalikes.ts';
import { CASE, HOMOGLYPH, LEET } from '../folding/names.ts';
import type { Stream } from '../folding/stream.ts';

const SMALL_I = 0x69;
const SMALL_L = 0x6c;
export const NO_MATCH = -1;

/**
 * The folds needed to read a text unit as a unit of the term, or NO_MATCH.
 *
 * @param at its index in the stream
 * @param meant description of the term's unit
 * @param isWritten whether both are the same unit before any folding
 */
export function unitFolds(
  stream: Stream,
  at: number,
  meant: number,
  isWritten: boolean,
  folds: number,
): number {
  const shown = stream.codes[at] as number;
  const shownFolds = (shown >> FOLD_SHIFT) & FOLD_MASK;
  if (((shown ^ meant) & BASE_MASK) === 0) {
    const meantFolds = (meant >> FOLD_SHIFT) & FOLD_MASK;
    if (shownFolds === meantFolds) return isWritten || shownFolds <= CASE ? 0 : shownFolds;
    return shownFolds ^ meantFolds;
  }
  if ((meant & KIND_MASK) !== ALPHABETIC) return NO_MATCH;
  const shownUnit = shown & BASE_MASK;
  const meantUnit = meant & BASE_MASK;
  if (folds & LEET && standsFor(shownUnit, meantUnit)) return (shownFolds & ~CASE) | LEET;
  if (folds & HOMOGLYPH && isSwappedIL(stream, at, shownUnit, meantUnit, shownFolds)) {
    return (shownFolds & ~CASE) | HOMOGLYPH;
  }
  return NO_MATCH;
}

/** A capital I among small letters reads as l, a small l among capitals as I. */
function isSwappedIL(stream: Stream, at: number, shown: number, meant: number, shownFolds: number): boolean {
  const isCapital = (shownFolds & CASE) !== 0;
  if (shown === SMALL_I && meant === SMALL_L && isCapital) return hasNeighbour(stream, at, false);
  if (shown === SMALL_L && meant === SMALL_I && !isCapital) return hasNeighbour(stream, at, true);
  return false;
}

function hasNeighbour(stream: Stream, at: number, isCapital: boolean): boolean {
  return isLetterOfCase(stream, at - 1, at, isCapital) || isLetterOfCase(stream, at + 1, at, isCapital);
}

function isLetterOfCase(stream: Stream, neighbour: number, at: number, isCapital: boolean): boolean {
  if (neighbour < 0 || neighbour >= stream.length) return false;
  const distance = Math.abs((stream.places[neighbour] as number) - (stream.places[at] as number));
  const code = stream.codes[neighbour] as number;
  if (distance !== 1 || (code & KIND_MASK) !== ALPHABETIC) return false;
  return (((code >> FOLD_SHIFT) & CASE) !== 0) === isCapital;
}
