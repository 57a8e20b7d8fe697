import type { Span } from '../judge/spans.ts';
import type { Edit } from './edit.ts';
import { leadLength, lineAround } from './sentence-spans.ts';

/** What parts the segments of a line, with the white space around it. */
const separatorBefore = /(?:[ \t\u3000]*[|•·●▪◦‣✔✅☑✓➤►★☆→👉/¶–—-]\uFE0F?)?[ \t\u3000]*$/u;
const separatorAfter = /^[ \t\u3000]*(?:[|•·●▪◦‣→/¶–—-][ \t\u3000]*)?/u;

/**
 * Returns the cut that takes whole sentences out of a text: with their line and its bullet where nothing else is in it, else
 * with the white space or separator on one side.
 */
export function cutOut(text: string, span: Span): Edit {
  const { start, end } = withItsQuotes(text, span);
  const line = { start: lineAround(text, start).start, end: lineAround(text, end).end };
  const before = text.slice(line.start, start);
  const after = text.slice(end, line.end);
  const isFirst = leadLength(before) === before.length;
  const isLast = after.trim() === '';
  if (isFirst && isLast) return { ...wholeLines(text, line), with: '' };
  if (isFirst) return { start, end: end + lengthOf(separatorAfter, after), with: '' };
  const isParted = /^[ \t\u3000]*[|•·●▪◦‣→/¶–—]/u.test(after);
  const back = start - lengthOf(isLast || isParted ? separatorBefore : /[ \t\u3000]*$/u, before);
  return { start: back, end: isLast ? line.end : end, with: '' };
}

/** Widens all sentences of a quotation by its marks. */
function withItsQuotes(text: string, { start, end }: Span): Span {
  const isAll = /["“「『]$/u.test(text.slice(0, start)) && /^["”」』]/u.test(text.slice(end));
  return isAll ? { start: start - 1, end: end + 1 } : { start, end };
}

/** Widens lines by one line break and, between two paragraphs, by the blank line that would be one too many. */
function wholeLines(text: string, { start, end }: Span): Span {
  const isBlankBefore = start === 0 || text.slice(0, start).endsWith('\n\n');
  const blank = isBlankBefore ? (/^\n\n+/.exec(text.slice(end))?.[0].length ?? 0) : 0;
  if (blank > 0) return { start, end: end + blank };
  return end < text.length ? { start, end: end + 1 } : { start: Math.max(0, start - 1), end };
}

const lengthOf = (expression: RegExp, text: string): number => expression.exec(text)?.[0].length ?? 0;
