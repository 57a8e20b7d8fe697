import { wholeCharacters } from '@redline/matcher';

/**
 * Words of a text. Rules are written over words, so that spacing, case, punctuation, hyphens and invisible
 * characters never have to be spelled out in a rule.
 */
export interface Token {
  /** UTF-16 offsets into the original text; `text.slice(start, end)` is the word as written, in whole characters. */
  readonly start: number;
  readonly end: number;
  /** Lower case, compatibility-folded, without invisible characters; curly apostrophes straightened. */
  readonly word: string;
}

const invisible = '\\u00AD\\u200B-\\u200F\\u2060-\\u2064\\uFEFF\\u180E\\u034F';
const han = '\\p{Script=Han}';
const digit = `[\\p{N}--${han}]`;
/** Circled and squared letters are letters to whoever reads them. */
const drawn = '\\u24B6-\\u24E9\\u{1F110}-\\u{1F189}';
const letter = `[[\\p{L}${drawn}]--${han}]`;
const wordSources = [
  `${han}\\p{M}*`,
  `[Rr][Pp](?=${digit})`,
  `${digit}+(?:[.,]${digit}+)*`,
  `${letter}(?:[[\\p{L}\\p{N}\\p{M}${drawn}${invisible}]--${han}]*(?:['’ʼ](?=${letter}))?)*`,
];
const wordPattern = new RegExp(wordSources.join('|'), 'gv');

/** Builds the expression that splits a text into words, where some pictograms are words as well (`加🛰️`). */
export function wordPatternWith(pictograms: readonly string[]): RegExp {
  if (pictograms.length === 0) return wordPattern;
  return new RegExp([`(?:${pictograms.join('|')})\\uFE0F?`, ...wordSources].join('|'), 'gv');
}

/** Takes every pictogram for a word: for what authors write. */
export const authoredWords = new RegExp(
  ['\\p{Extended_Pictographic}\\uFE0F?', ...wordSources].join('|'),
  'gv',
);
const invisiblePattern = new RegExp(`[${invisible}\\uFE0F]`, 'gu');

/** Tells whether a text begins with a character of Chinese writing, each of which is a word. */
export const isHan = (text: string): boolean => {
  const unit = text.charCodeAt(0);
  return (unit >= 0x4e00 && unit <= 0x9fff) || (unit >= 0x2e80 && /^\p{Script=Han}/u.test(text));
};

/** Tells whether a word needs no space beside it: a Chinese character, a pictogram. */
export const isUnspaced = (word: string): boolean => isHan(word) || /^\p{Extended_Pictographic}/u.test(word);

/** Folds one written word to the form rules are compared in. */
export function foldWord(written: string): string {
  if (written.length === 1 && isHan(written)) return written;
  return written.normalize('NFKC').replace(invisiblePattern, '').replace(/[’ʼ]/g, "'").toLowerCase();
}

/**
 * Splits a text into words, in order. Each Chinese character is a word; Latin and digits among them stay whole.
 * Digits that open a word are a word of their own (`15lbs` is `15` and `lbs`), as are those after `Rp`; `4.5` and
 * `1,200` stay whole.
 * @param words what is taken for a word, see `wordPatternWith`
 */
export function tokenize(text: string, words: RegExp = wordPattern): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const plain = plainWordAt(text, at);
    if (plain > at) {
      const written = text.slice(at, plain);
      tokens.push({ start: at, end: plain, word: isHan(written) ? written : written.toLowerCase() });
      at = plain;
    } else if (plain < 0) {
      at++;
    } else {
      words.lastIndex = at;
      const match = words.exec(text);
      if (!match) break;
      const word = foldWord(match[0]);
      const place = wholeCharacters(text, { start: match.index, end: match.index + match[0].length });
      if (word !== '') tokens.push({ ...place, start: Math.max(at, place.start), word });
      at = place.end;
    }
  }
  return tokens;
}

/** Characters that certainly end a plain word; marks, digits, apostrophes and unseen characters may belong to it. */
const plainEnds = new Set([...' \n.,;:!?()/-"，。、！？；：（）“”'].map((mark) => mark.charCodeAt(0)));

/**
 * Returns the end of the word at an offset where it is obvious: Latin letters, or a Chinese character, with nothing behind
 * that may belong to them. The offset itself where it takes a closer look, and -1 where no word begins. Nine words of
 * ten are plain, and a regular expression makes an array for each.
 */
function plainWordAt(text: string, at: number): number {
  const first = text.charCodeAt(at);
  if (isIdeograph(first))
    return isPlainEnd(text, at + 1) || isIdeograph(text.charCodeAt(at + 1)) ? at + 1 : at;
  if (!isLatin(first)) return plainEnds.has(first) ? -1 : at;
  let end = at + 1;
  while (isLatin(text.charCodeAt(end))) end++;
  return isPlainEnd(text, end) || isIdeograph(text.charCodeAt(end)) ? end : at;
}

const isPlainEnd = (text: string, at: number): boolean =>
  at === text.length || plainEnds.has(text.charCodeAt(at));
const isIdeograph = (unit: number): boolean => unit >= 0x4e00 && unit <= 0x9fff;
const isLatin = (unit: number): boolean => (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
