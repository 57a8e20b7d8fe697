import type { Connectives } from '../language/language.ts';

/** Replaces the text from `start` to `end` (exclusive, UTF-16 units) by `with`; an empty `with` cuts it. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly with: string;
}

/**
 * Applies edits, which do not overlap. Everything outside them stays as it is, but for blanks that meet at a cut: they are
 * joined, and trimmed at an end of the text.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  const edited = edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((sum, { start, end, with: words }) => {
      const left = sum.slice(0, start) + words;
      const right = sum.slice(end);
      if (words !== '') return left + right;
      const rest = isBegun(left) ? right.replace(/^[ \t]*[,，、;；:：.。]+(?!\p{N})/u, '') : right;
      return left + (/\s$/u.test(left) || rest !== right ? rest.replace(/^[ \t\u3000]+/u, '') : rest);
    }, text);
  const isTouched = (at: number): boolean => edits.some(({ start, end }) => start <= at && at <= end);
  const head = isTouched(0) ? edited.trimStart() : edited;
  return isTouched(text.trimEnd().length) ? head.trimEnd() : head;
}

/** Tells whether a sentence may begin behind a text: then no mark of the words that went stays. */
const isBegun = (text: string): boolean => /(?:^|[\n.!?。！？])[ \t\u3000]*$/u.test(text);

/** Removes the lines of an edited text of which only a bullet or marks are left. */
export function withoutBareLines(before: string, after: string): string {
  const known = new Set(before.split('\n'));
  const isBare = (line: string): boolean => line.trim() !== '' && !/[\p{L}\p{N}]/u.test(line);
  return after
    .split('\n')
    .filter((line) => known.has(line) || !isBare(line))
    .join('\n');
}

/** Returns edits that do not overlap: of two that do, the one listed first, widened to the end of the other if both cut. */
export function apart(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  for (const edit of edits) {
    const at = kept.findIndex((one) => one.start < edit.end && edit.start < one.end);
    const other = kept[at];
    if (!other) kept.push(edit);
    else if (other.with === '' && edit.with === '')
      kept[at] = { start: Math.min(other.start, edit.start), end: Math.max(other.end, edit.end), with: '' };
  }
  const sorted = kept.toSorted((a, b) => a.start - b.start || a.end - b.end);
  return sorted.filter(
    (one, at) => at === 0 || one.start >= Math.max(...sorted.slice(0, at).map(({ end }) => end)),
  );
}

const begins = /(?:^|\n|[.!?。！？…]["”'’)\]」』）]*)[ \t\u3000]*$/;

/** Fits a replacement to its place: in the case of the words that it replaces, with the article that it wants. */
export function fitted(text: string, { start, end, with: words }: Edit, { spaced, mend }: Connectives): Edit {
  const before = text.slice(0, start);
  const replaced = text.slice(start, end);
  const isShouted = /\p{Lu}{2}/u.test(replaced) && !/\p{Ll}/u.test(replaced);
  const isTitle = /\p{Lu}\p{Ll}+[ \t]+$/u.test(before);
  const isCapital = (begins.test(before) || isTitle) && /^\P{L}*(?:\p{Lu}|\p{N})/u.test(replaced);
  const said = !spaced ? words : isShouted ? words.toUpperCase() : isCapital ? capital(words) : words;
  const mended = mend ? mend(before, said) : before;
  if (mended === before) return { start, end, with: said };
  const from = before.search(/\S+\s+$/u);
  return { start: from, end, with: mended.slice(from) + said };
}

/** Writes the first letter of a text as a capital. */
export const capital = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (_, lead: string, letter: string) => lead + letter.toUpperCase());
