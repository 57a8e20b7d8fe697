import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { Connectives } from '../language/language.ts';
import { runAll, type ScannedText } from '../patterns/scanned-text.ts';
import { clausesOf } from './clauses.ts';
import { type Edit, fitted } from './edit.ts';
import { contentLength } from './substance.ts';

/** Tells whether a risk is a symbol (an emoji, `!!!`), on which no word depends. */
export const isSymbol = (text: string, { rule, core }: Candidate): boolean =>
  rule.finder.kind === 'regex' && !/[\p{L}\p{N}]/u.test(text.slice(core.start, core.end));

/** Cuts a symbol with the rest of its emoji and the white space that it divides; of repeated end marks one stays. */
export function symbolCut(text: string, { core }: Candidate): Edit {
  const { start } = core;
  const end = core.end + (/^(?:\uFE0F|\u200D|\u20E3)+/u.exec(text.slice(core.end))?.[0].length ?? 0);
  const [mark] = text.slice(start, end).trim();
  if (mark !== undefined && /[!?！？]/u.test(mark)) return { start, end, with: mark };
  const isBlankBefore = start === 0 || /\s$/u.test(text.slice(0, start));
  const blank = isBlankBefore ? (/^[ \t\u3000]+/u.exec(text.slice(end))?.[0].length ?? 0) : 0;
  return { start, end: end + blank, with: '' };
}

/**
 * Cuts matched words from the beginning or the end of a segment of a title, where a name is left of it; null otherwise.
 */
export function wordsCut(text: string, { core }: Candidate, title: Span, language: Connectives): Edit | null {
  const segment = clausesOf(text, title, true, language).find(
    ({ start, end }) => start <= core.start && core.end <= end,
  );
  if (!segment) return null;
  const before = text.slice(segment.start, core.start);
  const after = text.slice(core.end, segment.end);
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  const isName = (words: string): boolean => contentLength(words, language) > 0;
  if (isFirst && /^[\s!:]*[\p{Lu}\p{Script=Han}]/u.test(after) && isName(after)) {
    return { start: segment.start, end: core.end + (/^[\s!:]+/u.exec(after)?.[0].length ?? 0), with: '' };
  }
  if (!isName(before)) return null;
  const space = /\s*$/u.exec(before)?.[0] ?? '';
  const isLast = !/[\p{L}\p{N}]/u.test(after);
  const goesOn = /^\s+[\p{Lu}\p{N}]/u.test(after);
  return isLast || goesOn ? { start: core.start - space.length, end: core.end, with: '' } : null;
}

/**
 * Returns the edit by which the fix of its rule says a risk in other words; null where it has none for them.
 * @param tried words that the text got before: none is tried again, since it did not help
 * @param used gets the words of the edit
 */
export function swapFor(
  scanned: ScannedText,
  { rule, core }: Candidate,
  tried: ReadonlySet<string>,
  used: Set<string>,
): Edit | null {
  const { text, tokens, language } = scanned.structure;
  for (const { patterns, with: choices } of rule.fix.swaps) {
    const choice = choices.find((one) => !tried.has(one));
    if (choice === undefined) continue;
    const [longest] = runAll(scanned, patterns)
      .map(({ first, last }) => ({ start: tokens[first]?.start ?? 0, end: tokens[last - 1]?.end ?? 0 }))
      .filter(({ start, end }) => start < core.end && core.start < end)
      .toSorted((a, b) => b.end - b.start - (a.end - a.start));
    if (!longest) continue;
    if (choice === '') {
      const cut = descriptionCut(text, longest, language.connectives);
      if (cut) return cut;
      continue;
    }
    used.add(choice);
    return fitted(text, { ...longest, with: choice }, language.connectives);
  }
  return null;
}

/**
 * Cuts words behind the word that they describe, with the space between; null where nothing is there to be described, or it
 * stands alone and would say nothing (`Kualitas terbaik, …`).
 */
function descriptionCut(text: string, { start, end }: Span, { governing }: Connectives): Edit | null {
  const words = /[\p{L}\p{N}]+[ \t]+[\p{L}\p{N}]+[ \t]+$/u.exec(text.slice(0, start))?.[0];
  if (words === undefined || governing?.test(words)) return null;
  return { start: start - (words.length - words.trimEnd().length), end, with: '' };
}
