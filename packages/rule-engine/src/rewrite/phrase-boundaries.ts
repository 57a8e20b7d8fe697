import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Span } from '../judge/spans.ts';

/** Quotation and title marks: the sentence goes on around them. */
const quotesOnly = /^[“”‘’「」『』《》〈〉"']+$/;
const pictogramsOnly = /^(?:\p{Extended_Pictographic}|\p{Emoji_Component}|\p{So})+$/u;
/** A pictogram with at most this many characters on one side is within a word (`机🐔主`), not between two. */
const wordPartMax = 3;

/**
 * Tells whether a phrase may end before a word: there is a break of at least this strength, which is not a quotation mark within
 * a sentence nor, in writing without spaces, a pictogram within a word.
 */
export function isBoundary(structure: TextStructure, at: number, level: number): boolean {
  const { breakBefore, tokens, text, language } = structure;
  const strength = breakBefore[at] ?? breaks.sentence;
  if (strength === breaks.none && level <= breaks.comma) return isTitleBlank(structure, at);
  if (strength < level) return false;
  if (language.connectives.spaced || strength === breaks.sentence) return true;
  const between = text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? text.length);
  if (quotesOnly.test(between)) return isTitleEnd(text, tokens[at - 1]?.end ?? 0);
  return !pictogramsOnly.test(between) || !isWithinWord(structure, at);
}

/** Punctuation of a sentence: a Chinese line without it is a title, whose parts are divided by blanks. */
const sentenceMarks = /[,，。.;；:：!！?？、]/u;

/** Tells whether a blank divides a Chinese title before a word: `破价98 羊毛大衣 驼色`. In a sentence it divides nothing. */
function isTitleBlank({ tokens, text, language }: TextStructure, at: number): boolean {
  if (language.connectives.spaced) return false;
  const [before, after] = [tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? 0];
  if (!/^[ \u3000]+$/u.test(text.slice(before, after))) return false;
  const from = text.lastIndexOf('\n', before) + 1;
  const end = text.indexOf('\n', after);
  return !sentenceMarks.test(text.slice(from, end < 0 ? text.length : end));
}

/** Tells whether punctuation ends a phrase before a word; a pictogram alone is not enough in writing without spaces. */
export function isPunctuated(structure: TextStructure, at: number): boolean {
  if (!isBoundary(structure, at, breaks.comma)) return false;
  const { tokens, text, language } = structure;
  const between = text.slice(tokens[at - 1]?.end ?? 0, tokens[at]?.start ?? text.length);
  return language.connectives.spaced || !pictogramsOnly.test(between);
}

const signs = /(?:\p{Extended_Pictographic}|\uFE0F|\u200D|\p{So})+/u;
const before = new RegExp(`\\p{Script=Han}${signs.source}$`, 'u');
const after = new RegExp(`^${signs.source}\\p{Script=Han}`, 'u');
const endsWithSign = new RegExp(`${signs.source}$`, 'u');

/** Widens a disguised word by a character that a pictogram joins to either end: it is a part of the word. */
export function wholeWord(text: string, { start, end }: Span): Span {
  const own = text.slice(start, end);
  const first = before.exec(text.slice(Math.max(0, start - 6), start))?.[0].length ?? 0;
  const hasSign = endsWithSign.exec(own)?.[0].length ?? 0;
  const last = after.exec(text.slice(end - hasSign, end - hasSign + 8))?.[0].length ?? 0;
  return { start: start - first, end: Math.max(end, end - hasSign + last) };
}

/** Tells whether the title that opens a sentence ends here: `《…》` and then the text about it. */
function isTitleEnd(text: string, at: number): boolean {
  if (text[at] !== '》') return false;
  const before = text.slice(Math.max(0, at - titleMax), at);
  return /(?:^|[\s。！？，：:】])《[^《》\n]+$/u.test(before);
}
const titleMax = 30;

function isWithinWord({ breakBefore, tokens }: TextStructure, at: number): boolean {
  const isBreak = (word: number): boolean =>
    word <= 0 || word >= tokens.length || (breakBefore[word] ?? 0) >= breaks.list;
  const lengthOf = (step: -1 | 1): number => {
    for (let length = 1; length <= wordPartMax; length++) {
      if (isBreak(step < 0 ? at - length : at + length)) return length;
    }
    return wordPartMax + 1;
  };
  return Math.min(lengthOf(-1), lengthOf(1)) <= wordPartMax;
}

/** Tells whether an expression matches at a word. */
export function isAt(structure: TextStructure, at: number, expression: RegExp): boolean {
  const token = structure.tokens[at];
  return token !== undefined && expression.test(structure.text.slice(token.start, token.start + 16));
}
