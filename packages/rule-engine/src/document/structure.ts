import type { Language } from '../language/language.ts';
import { type Numeral, numeralsOf } from './numerals.ts';
import { type Break, breakBetween, breaks, splitSentences } from './sentences.ts';
import { type Token, tokenize } from './tokens.ts';
import type { WordStructure } from './word-structure.ts';

/** A text taken apart once: words, how strongly it breaks before each, sentences, amounts, quotations. */
export interface TextStructure extends WordStructure {
  readonly numerals: readonly Numeral[];
  /** Quoted stretches as UTF-16 offsets of the marks, in order. */
  readonly quotes: readonly { readonly start: number; readonly end: number }[];
}

/** A quotation longer than this is not one: a mark was forgotten, or the whole script is spoken. */
const quoteLengthMax = 220;

/**
 * Takes a text apart. Pure and linear in its length.
 * @param words what is taken for a word; see `wordPatternWith`
 */
export function structureOf(text: string, language: Language, words?: RegExp): TextStructure {
  const tokens = tokenize(text, words);
  const breakBefore = tokens.map((token, at): Break => {
    const before = at > 0 ? tokens[at - 1] : undefined;
    return before === undefined ? breaks.sentence : breakBetween(text, before, token, language.sentences);
  });
  const sentences = splitSentences(breakBefore);
  const sentenceOf = new Array<number>(tokens.length);
  for (const [number, sentence] of sentences.entries())
    sentenceOf.fill(number, sentence.first, sentence.last);
  const taken = { text, language, tokens, breakBefore, sentences, sentenceOf };
  return { ...taken, numerals: numeralsOf(taken), quotes: quotesOf(text) };
}

/** Single marks quote only where they cannot be apostrophes: `it says 'cures all'.` */
const singleQuoted = /(?<=[\s(:])['‘][^'‘’\n]{3,120}['’](?=[\s.,;:!?)]|$)/g;

/** Marks whose two sides differ and that are no apostrophes. */
const paired =
  /「[^「」\n]{1,220}」|『[^『』\n]{1,220}』|《[^《》\n]{1,220}》|＂[^＂\n]{1,220}＂|(?<=[\p{Script=Han}，。：、])‘[^‘’\n]{1,220}’/gu;

function quotesOf(text: string): { start: number; end: number }[] {
  const places = (marks: RegExp): { start: number; end: number }[] =>
    [...text.matchAll(marks)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  return [...doubleQuotes(text), ...places(singleQuoted), ...places(paired)];
}

function doubleQuotes(text: string): { start: number; end: number }[] {
  const quotes: { start: number; end: number }[] = [];
  let open = -1;
  for (const match of text.matchAll(/["“”\n]/g)) {
    const mark = match[0];
    if (mark === '\n') {
      open = -1;
    } else if (open < 0 && mark !== '”') {
      open = match.index;
    } else if (open >= 0) {
      if (match.index - open <= quoteLengthMax) quotes.push({ start: open, end: match.index + 1 });
      open = mark === '“' ? match.index : -1;
    }
  }
  return quotes;
}

/** The first word that ends behind an offset; the last one where none does, and -1 where there are no words. */
export function wordAt(tokens: readonly Token[], offset: number): number {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.end ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return Math.min(low, tokens.length - 1);
}
