import type { Span } from '../spans.ts';
import { breaks } from '../text/sentences.ts';
import type { TextStructure } from '../text/structure.ts';
import type { Words } from './pieces.ts';

const endMarks =
  /^[^\S\n]*(?:[.!?。！？…~～]+["”'’)\]」』）]*)?(?:[^\S\n]*\p{Extended_Pictographic}\uFE0F?)*/u;
const openMarks = /["“‘「『（(【[]+$/;
/** Signs that belong to the word behind or before them. */
const signsBefore = /(?:[$€£¥￥#@+~-]|No\.)$/;
const signsAfter = /^(?:[%％+°™®]|['’]s\b)+/;

/** The words that a place touches. */
export function wordsOf({ tokens }: TextStructure, { start, end }: Span): Words {
  const found = tokens.findIndex((token) => token.end > start);
  const first = found < 0 ? Math.max(0, tokens.length - 1) : found;
  const after = tokens.findIndex((token) => token.start >= end);
  return { first, last: Math.max(first + 1, after < 0 ? tokens.length : after) };
}

/** Where words stand, with the signs on them; of whole sentences with their end marks. */
export function spanOfPiece(structure: TextStructure, { first, last }: Words): Span {
  const { text, tokens, breakBefore } = structure;
  let start = tokens[first]?.start ?? 0;
  let end = tokens[last - 1]?.end ?? text.length;
  start -= signsBefore.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  end += signsAfter.exec(text.slice(end, end + 4))?.[0].length ?? 0;
  const begins = first === 0 || breakBefore[first] === breaks.sentence;
  const ends = last >= tokens.length || breakBefore[last] === breaks.sentence;
  if (!begins || !ends) return { start, end };
  const opened = openMarks.exec(text.slice(Math.max(0, start - 3), start))?.[0].length ?? 0;
  const marks = endMarks.exec(text.slice(end, end + 12))?.[0] ?? '';
  if (/["”'’)\]」』）]/.test(marks)) start -= opened;
  return { start, end: end + marks.length };
}
