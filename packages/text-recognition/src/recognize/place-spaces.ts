import type { Decoded } from './decode-characters.ts';

/**
 * The space between the ink of two characters (`inkGaps`) is compared with that between letters of its line, and with its
 * sure spaces: 0 is what stands between letters, 1 a space.
 */
const letterLike = { letterAndDigit: 0.1, other: 0.35 } as const;
const share = { letterAndDigit: 0.4, afterStop: 0.45, alike: 0.8 } as const;
/** From these probabilities such a gap is one. Where it is none, and less likely than `doubtful`, there is no space. */
const probability = { letterAndDigit: 0.0004, afterStop: 0.002, alike: 0.004, doubtful: 0.1 } as const;
/** Spaces that are more likely show how wide spaces of their line are. */
const sure = 0.4;
/** A line without any: so much wider than between letters, in times of its height. */
const usualWidth = 0.21;
/** Where spaces are less wider than that, no gaps are seen: on a photograph, in blurred print. */
const widthMin = 0.1;

/**
 * Tells before which characters a space is. The recognizer, which was trained on Chinese mostly, hardly sees them between
 * Latin words, so that a low probability counts; and sees some within words. Where the ink of the line has gaps that can be
 * measured, these decide what is doubtful.
 * @param gaps before each character, in times of the height of the line
 * @param spaceMin probability from which there is a space
 */
export function spacesBefore(
  characters: readonly Decoded[],
  gaps: readonly number[],
  spaceMin: number,
): readonly boolean[] {
  const widths = gaps.slice(1).toSorted((a, b) => a - b);
  const letters = widths[Math.floor((widths.length - 1) / 2)] ?? 0;
  const sureGaps = gaps
    .filter((_, index) => characters[index]!.spaceBefore >= sure)
    .toSorted((a, b) => a - b);
  // Where most letters touch, and no space is sure, nothing can be measured.
  const usual = letters === 0 ? 0 : letters + usualWidth;
  const width = (sureGaps[sureGaps.length >> 1] ?? usual) - letters;
  return characters.map(({ character, spaceBefore }, index) => {
    const before = characters[index - 1]?.character;
    if (before === undefined) return false;
    const isSpace = spaceBefore >= spaceMin;
    if (width < widthMin || isHan(character) || isHan(before)) return isSpace;
    const wide = (gaps[index]! - letters) / width;
    const kind = kindOf(characters[index - 2]?.character, before, character);
    const within = kind === 'letterAndDigit' ? letterLike.letterAndDigit : letterLike.other;
    if (isSpace) return spaceBefore >= probability.doubtful || wide >= within;
    return kind !== null && wide >= share[kind] && spaceBefore >= probability[kind];
  });
}

/** Tells what two characters are to one another, null for those between which no space is put. */
function kindOf(twoBefore: string | undefined, before: string, character: string): keyof typeof share | null {
  if (!isLetter(character) && !isDigit(character)) return null;
  if (/[.,;:!?]/.test(before)) return twoBefore !== undefined && isLetter(twoBefore) ? 'afterStop' : null;
  if (!isLetter(before) && !isDigit(before)) return null;
  const isEdge = isDigit(before) ? !isDigitLike(character) : isDigit(character) && !isDigitLike(before);
  return isEdge ? 'letterAndDigit' : 'alike';
}

const isHan = (character: string): boolean => /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u.test(character);
const isLetter = (character: string): boolean => /\p{L}/u.test(character);
const isDigit = (character: string): boolean => /\d/.test(character);
/** Zeros are read as the letter o. */
const isDigitLike = (character: string): boolean => /[\doO]/.test(character);
