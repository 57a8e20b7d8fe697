import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Span } from '../judge/spans.ts';

/** Words `first` (inclusive) to `last` (exclusive). */
export interface Words {
  readonly first: number;
  readonly last: number;
}

const endMarks =
  /^[^\S\n]*(?:[.!?。！？…~～]+["”'’)\]」』）]*)?(?:[^\S\n]*\p{Extended_Pictographic}\uFE0F?)*/u;
const openMarks = /["“‘「『（(【[]+$/;
/** Symbols that belong to the word after or before them. */
const signsBefore = /(?:[$€£¥￥#@+~-]|No\.)$/;
const signsAfter = /^(?:[%％+°™®]|['’]s\b)+/;

/** Returns the words that a span touches; at least one. */
export function wordsOf({ tokens }: TextStructure, { start, end }: Span): Words {
  const found = tokens.findIndex((token) => token.end > start);
  const first = found < 0 ? Math.max(0, tokens.length - 1) : found;
  const after = tokens.findIndex((token) => token.start >= end);
  return { first, last: Math.max(first + 1, after < 0 ? tokens.length : after) };
}

const pairs = new Map([
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['〈', '〉'],
  ['【', '】'],
  ['（', '）'],
  ['(', ')'],
  ['[', ']'],
]);

const closers = new Set(pairs.values());

/** The distance between the two marks of a pair, in UTF-16 units at most: a title, a short quotation. */
const pairMax = 40;

/** Tells whether a cut removes both marks of each title or quotation, or none. */
export function takesPairs(text: string, { start, end }: Span): boolean {
  const [first, last] = withBothMarks(text, start, end);
  return first === start && last === end;
}

/** Widens a span to both marks of a title or quotation of which it holds one. */
function withBothMarks(text: string, start: number, end: number): [number, number] {
  const open: string[] = [];
  let first = start;
  for (const mark of text.slice(start, end)) {
    const closing = pairs.get(mark);
    if (closing !== undefined) open.push(closing);
    else if (open.at(-1) === mark) open.pop();
    else if (closers.has(mark)) first = Math.min(first, openerBefore(text, first, mark));
  }
  let last = end;
  for (const closing of open.toReversed()) {
    const [line = ''] = text.slice(last, last + pairMax).split('\n');
    last += line.indexOf(closing) + 1;
  }
  return [first, last];
}

/** Returns the offset of the opening mark of a closing one; `at` where there is none. */
function openerBefore(text: string, at: number, closing: string): number {
  for (let back = at - 1; back >= Math.max(0, at - pairMax); back--) {
    const mark = text[back] ?? '';
    if (pairs.get(mark) === closing) return back;
    if (mark === closing || mark === '\n') return at;
  }
  return at;
}

/** Returns the length of the symbols that belong to a word and follow it: `24` of `24/7` is no number by itself. */
function signsLength(text: string, end: number): number {
  const isNumber = /\p{N}$/u.test(text.slice(0, end).slice(-1));
  const rest = text.slice(end, end + 8);
  return (isNumber ? /^[/:.,]\p{N}+/u.exec(rest)?.[0].length : 0) || (signsAfter.exec(rest)?.[0].length ?? 0);
}

/** Returns the span of words with the symbols that belong to them, in UTF-16 units. */
export function spanOfWords({ text, tokens }: TextStructure, { first, last }: Words): Span {
  const start = tokens[first]?.start ?? 0;
  const end = tokens[last - 1]?.end ?? text.length;
  return {
    start: start - (signsBefore.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0),
    end: end + signsLength(text, end),
  };
}

/** Returns the span of words with their symbols, both marks of a pair and, for whole sentences, the end marks. */
export function spanOfPhrase(structure: TextStructure, { first, last }: Words): Span {
  const { text, tokens, breakBefore } = structure;
  const own = spanOfWords(structure, { first, last });
  let [start, end] = withBothMarks(text, own.start, own.end);
  const begins = first === 0 || breakBefore[first] === breaks.sentence;
  const ends = last >= tokens.length || breakBefore[last] === breaks.sentence;
  if (!begins || !ends) return { start, end };
  const opened = openMarks.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  const marks = endMarks.exec(text.slice(end, end + 12))?.[0] ?? '';
  if (/["”'’)\]」』）]/.test(marks)) start -= opened;
  return { start, end: end + marks.length };
}
