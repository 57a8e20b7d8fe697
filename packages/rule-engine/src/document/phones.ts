import type { WordStructure } from './word-structure.ts';

/** Digits that a number to be called has at most, its country's included. */
const digitsMax = 15;
/** Characters that may be between its figures. */
const joint = /^[ \u3000\p{M}.()·*+–-]{0,4}$/u;

/**
 * Telephone numbers, in figures or spelled digit by digit (`nol delapan satu dua …`, `一三八 …`), with spaces, dots and
 * dashes between them; what is a number is said by the language.
 */
export function phonesOf({ text, tokens, language }: WordStructure): { first: number; last: number }[] {
  const { digitWords, phone } = language.numerals;
  const found: { first: number; last: number }[] = [];
  const digitsOf = (at: number): string => {
    const word = tokens[at]?.word ?? '';
    const digits = digitWords.get(word);
    if (digits !== undefined || !hasDigit(word)) return digits ?? '';
    return /^\d+$/.test(word) ? word : disguisedDigits(word, digitWords);
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

/** Few words have a digit, and most are asked for all of what makes them figures. */
function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at++) {
    const unit = word.charCodeAt(at);
    if (unit >= 0x30 && unit <= 0x39) return true;
  }
  return false;
}

/** Letters that are drawn like figures. */
const figures: Readonly<Record<string, string>> = { o: '0', i: '1', l: '1', e: '3', s: '5', b: '8' };
const wordLengthMax = 40;

/** `O812E456`, `tigaempat567`: figures among which some are written as letters or words; none for other words. */
function disguisedDigits(word: string, digitWords: ReadonlyMap<string, string>): string {
  if (!/\p{L}/u.test(word) || word.length > wordLengthMax) return '';
  let digits = '';
  for (let at = 0; at < word.length; ) {
    const rest = word.slice(at);
    const spelled = [...digitWords].find(([name]) => name.length > 1 && rest.startsWith(name));
    const figure = spelled?.[1] ?? figures[word[at] ?? ''] ?? word[at] ?? '';
    if (!/^\d$/.test(figure)) return '';
    digits += figure;
    at += spelled?.[0].length ?? 1;
  }
  return digits;
}
