import { type Gap, gapCount, gapHash } from '../folding/gap.ts';
import {
  DIGIT,
  GAP_APOSTROPHE,
  GAP_DOT,
  GAP_HYPHEN,
  GAP_LINE_BREAK,
  GAP_NOISE,
  GAP_SPACE,
  GAP_STOP,
  GAP_VISIBLE,
  IDEOGRAPH,
  SYMBOL,
} from '../folding/kinds.ts';

/** The meanings of a gap in the text, where the term has a gap or none. */
export type GapVerdict = 0 | 1 | 2 | 3 | 4;
export const REJECTED: GapVerdict = 0;
/** The text stands as the term does. */
export const CLEAN: GapVerdict = 1;
/** Something was put in, and that alone is plausible. */
export const DISGUISED: GapVerdict = 2;
/** Noise other than spaces inside a word: plausible in a long enough word. */
export const NOISE_IN_WORD: GapVerdict = 3;
/** Spaces inside a word: plausible where single letters are drawn apart. */
export const SPACE_IN_WORD: GapVerdict = 4;

/** Longest run of separators between two letters that still counts as a disguise. */
export const DISGUISE_UNITS_MAX = 8;

const SPACE = GAP_SPACE | GAP_LINE_BREAK;

/**
 * Judges one gap.
 *
 * @param wanted the gap between the two units in the term
 * @param found the gap between them in the text
 * @param left kind of the unit before it, in the term
 * @param right kind of the unit after it, in the term
 * @param isCamel whether the text goes from a small letter to a capital here
 */
export function judgeGap(wanted: Gap, found: Gap, left: number, right: number, isCamel: boolean): GapVerdict {
  const sees = found & GAP_VISIBLE;
  const wants = wanted & GAP_VISIBLE;
  if (sees === wants && gapHash(found) === gapHash(wanted)) return CLEAN;
  if (left === SYMBOL || right === SYMBOL) return (sees & ~SPACE) === (wants & ~SPACE) ? CLEAN : REJECTED;
  if (left === IDEOGRAPH || right === IDEOGRAPH) return judgeUnspaced(wants, found, left === right);
  if (wants === 0) return judgeInWord(found, left, right);
  if ((wants & ~SPACE) === 0) return judgeSpace(found, isCamel);
  return judgePunctuation(wants, wanted, found);
}

/** Between characters of scripts without spaces, a space means nothing and any other sign is put in. */
function judgeUnspaced(wants: number, found: Gap, isInside: boolean): GapVerdict {
  const sees = found & GAP_VISIBLE;
  if (sees === 0) return CLEAN;
  if ((sees & ~SPACE) === 0 && (!isInside || wants & GAP_SPACE)) return CLEAN;
  return isPlausible(found) ? DISGUISED : REJECTED;
}

function judgeInWord(found: Gap, left: number, right: number): GapVerdict {
  const sees = found & GAP_VISIBLE;
  if (left !== right && (sees === GAP_HYPHEN || (sees & ~SPACE) === 0)) return CLEAN; // B12, B-12, B 12
  if (!isPlausible(found) || sees === GAP_APOSTROPHE) return REJECTED;
  if (sees & SPACE) return SPACE_IN_WORD;
  return left === DIGIT && right === DIGIT ? REJECTED : NOISE_IN_WORD;
}

function judgeSpace(found: Gap, isCamel: boolean): GapVerdict {
  const sees = found & GAP_VISIBLE;
  if (sees === 0) return isCamel ? DISGUISED : REJECTED;
  if ((sees & ~SPACE) === 0 || sees === GAP_HYPHEN) return CLEAN;
  if (sees & GAP_HYPHEN && sees & GAP_SPACE) return REJECTED; // a dash between clauses
  if (sees & GAP_DOT && sees & GAP_SPACE) return REJECTED; // the end of a sentence
  if (sees & GAP_LINE_BREAK && sees & GAP_NOISE) return REJECTED; // the next item of a list
  return isPlausible(found) && sees !== GAP_APOSTROPHE ? DISGUISED : REJECTED;
}

function judgePunctuation(wants: number, wanted: Gap, found: Gap): GapVerdict {
  const sees = found & GAP_VISIBLE;
  const isSpaced = (sees & ~SPACE) === 0;
  if ((wants & ~SPACE) === GAP_HYPHEN) {
    if (isSpaced || sees === GAP_HYPHEN) return CLEAN; // non-toxic, non toxic, nontoxic
    return isPlausible(found) ? DISGUISED : REJECTED;
  }
  if (wants === GAP_APOSTROPHE && sees === 0) return DISGUISED; // dont
  if ((wants & ~SPACE) === GAP_DOT && isSpaced && sees !== 0) return CLEAN; // No 1 for No. 1
  const isSameSign = (sees & ~SPACE) === (wants & ~SPACE) && gapHash(found) === gapHash(wanted);
  return isSameSign ? CLEAN : REJECTED;
}

const isPlausible = (found: Gap): boolean =>
  (found & GAP_STOP) === 0 && gapCount(found) <= DISGUISE_UNITS_MAX;
