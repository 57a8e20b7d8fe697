/** What decides whether a line is one: shapes, rows of them above all, are read as characters too. */
export interface Doubtful {
  readonly text: string;
  /** How sure the recognizer is of the characters on average, from 0 to 1. */
  readonly confidence: number;
  /** How sure it is of the one that it is least sure of. */
  readonly confidenceMin: number;
}

/** Confidence that a line needs by the number of its letters and digits: the fewer there are, the more shapes look so. */
const needed = [1, 0.998, 0.95, 0.85, 0.75] as const;
const neededOfMore = 0.7;
/** A digit with its sign (`5%`, `$3`, `1+1`), and letters with digits (`3D`, `x2`), are not what shapes look like. */
const neededOfAmount = 0.8;
/** One Chinese character may be a line, of a column that stands wide. */
const neededOfHan = 0.95;
/** A row of shapes is one character repeated, with others for those that are turned or cut. */
const rowMin = { length: 4, share: 0.6, confidence: 0.92, confidenceMin: 0.6 } as const;
const neededOfThreeAlike = 0.97;

const printed = /[\p{L}\p{N}]/gu;
const amount = /^(?:[$¥￥€£]\s?\d[\d.,]*|\d[\d.,]*\s?[%％]|\d\+\d)$/u;
const lettersWithDigits = /^(?=.*\p{L})(?=.*\d)/u;

/**
 * Tells whether what was read is a line of text, rather than an ornament: by the confidence that lines of its length and
 * kind have. One character repeated is none, however sure the recognizer is: rings are zeros to it, and arrows 个.
 */
export function isCredible({ text, confidence, confidenceMin }: Doubtful): boolean {
  const characters = text.match(printed) ?? [];
  const count = characters.length;
  if (count === 0) return false;
  if (amount.test(text)) return confidence >= neededOfAmount;
  const alike = Math.max(...[...Map.groupBy(characters, (one) => one).values()].map((one) => one.length));
  const isHan = /\p{Script=Han}/u.test(text);
  if (alike === count && count > 2) return count === 3 && !isHan && confidence >= neededOfThreeAlike;
  if (count >= rowMin.length && alike >= rowMin.share * count)
    return confidence >= rowMin.confidence && confidenceMin >= rowMin.confidenceMin;
  if (count === 1 && isHan) return confidence >= neededOfHan;
  if (count <= 3 && lettersWithDigits.test(text)) return confidence >= neededOfAmount;
  return confidence >= (needed[count] ?? neededOfMore);
}
