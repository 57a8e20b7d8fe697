import { NOISE_IN_WORD, SPACE_IN_WORD } from './gap-rule.ts';

/** Counts of the disguises in one word of a term, made while the word is compared. */
export interface WordTally {
  units: number;
  /** Digits standing for letters: all of them, in the row at the start, in the row at the end. */
  digits: number;
  digitsAtStart: number;
  digitsAtEnd: number;
  /** Pieces the word is cut into by what was put in: of one unit, of more. */
  singles: number;
  longs: number;
  piece: number;
  hasNoise: boolean;
  hasSpace: boolean;
  lookalikes: number;
  /** Lookalikes that differ from the Latin letter in good typefaces. */
  roughLookalikes: number;
}

export const createTally = (): WordTally => ({
  units: 0,
  digits: 0,
  digitsAtStart: 0,
  digitsAtEnd: 0,
  singles: 0,
  longs: 0,
  piece: 0,
  hasNoise: false,
  hasSpace: false,
  lookalikes: 0,
  roughLookalikes: 0,
});

export function resetTally(tally: WordTally): void {
  tally.units = 0;
  tally.digits = 0;
  tally.digitsAtStart = 0;
  tally.digitsAtEnd = 0;
  tally.singles = 0;
  tally.longs = 0;
  tally.piece = 0;
  tally.hasNoise = false;
  tally.hasSpace = false;
  tally.lookalikes = 0;
  tally.roughLookalikes = 0;
}

/** Counts a gap inside the word. */
export function tallyGap(tally: WordTally, verdict: number): void {
  if (verdict !== NOISE_IN_WORD && verdict !== SPACE_IN_WORD) return;
  endPiece(tally);
  if (verdict === NOISE_IN_WORD) tally.hasNoise = true;
  else tally.hasSpace = true;
}

/** Counts a unit; `isDigit` when a digit of the text stands for a letter here. */
export function tallyUnit(tally: WordTally, isDigit: boolean, isLookalike: boolean, isRough: boolean): void {
  if (isDigit) {
    if (tally.digitsAtStart === tally.units) tally.digitsAtStart++;
    tally.digits++;
    tally.digitsAtEnd++;
  } else {
    tally.digitsAtEnd = 0;
  }
  if (isLookalike) tally.lookalikes++;
  if (isRough) tally.roughLookalikes++;
  tally.units++;
  tally.piece++;
}

export function endPiece(tally: WordTally): void {
  if (tally.piece === 1) tally.singles++;
  else if (tally.piece > 1) tally.longs++;
  tally.piece = 0;
}

/**
 * Returns whether the word, with its disguises, is plausible. `endPiece` must have been called.
 *
 * @param termUnits units of the whole term, of which the word may be a short part
 */
export function isPlausibleWord(tally: WordTally, termUnits: number): boolean {
  return hasPlausibleGaps(tally, termUnits) && hasPlausibleDigits(tally) && hasPlausibleLookalikes(tally);
}

/** Letters drawn apart (c u r e, l e v o thyroxine), or noise in a word (Re-verses); never "the rapist". */
function hasPlausibleGaps(tally: WordTally, termUnits: number): boolean {
  if (tally.hasSpace) {
    return (tally.longs === 0 && termUnits >= 3) || (tally.singles >= 3 && tally.longs <= 1);
  }
  return !tally.hasNoise || termUnits >= 3;
}

/**
 * Returns whether digits may be letters: at most three in five, and no numbers with a unit behind or before them (50s,
 * 10am, B12).
 */
function hasPlausibleDigits(tally: WordTally): boolean {
  if (tally.digits === 0) return true;
  if (tally.units < 3 || tally.digits * 5 > tally.units * 3) return false;
  if (tally.digitsAtStart > 1 || tally.digitsAtEnd > 1) return false;
  return tally.digitsAtStart === 0 || tally.units >= 4;
}

/** A word wholly of another alphabet is a word of that language, unless nobody could tell by looking. */
function hasPlausibleLookalikes(tally: WordTally): boolean {
  if (tally.lookalikes < tally.units || tally.lookalikes === 0) return true;
  return tally.roughLookalikes === 0 && tally.units >= 4;
}
