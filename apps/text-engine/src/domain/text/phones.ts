import type { TextStructure } from './structure.ts';

/** Digits that a number to be called has at most, its country's included. */
const digitsMax = 15;
/** What may stand between its figures. */
const joint = /^[ \u3000\p{M}.()·*+–-]{0,4}$/u;

/**
 * Telephone numbers, in figures or spelled digit by digit (`nol delapan satu dua …`, `一三八 …`), with spaces, dots and
 * dashes between them; what is a number is said by the language.
 */
export function phonesOf({ text, tokens, language }: TextStructure): { first: number; last: number }[] {
  const { digitWords, phone } = language.numerals;
  const found: { first: number; last: number }[] = [];
  const digitsOf = (at: number): string => {
    const word = tokens[at]?.word ?? '';
    return digitWords.get(word) ?? (/^\d+$/.test(word) ? word : '');
  };
  for (let first = 0; first < tokens.length; first++) {
    let digits = digitsOf(first);
    if (digits === '') continue;
    let last = first + 1;
    for (; digits.length <= digitsMax; last++) {
      const more = digitsOf(last);
      if (more === '' || !joint.test(text.slice(tokens[last - 1]?.end, tokens[last]?.start))) break;
      digits += more;
    }
    if (phone.test(digits)) found.push({ first, last });
    first = last - 1;
  }
  return found;
}
