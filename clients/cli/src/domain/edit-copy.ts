import { diffWordsWithSpace } from 'diff';
import type { Range, Source } from './copy.ts';
import { type JudgedText, joinBlocks, rangeIn } from './judged-texts.ts';

/** A change of copy: what replaces a stretch of it. Offsets are UTF-16 into the copy as one text. */
export interface CopyEdit extends Range {
  readonly with: string;
}

/** Returns the changes, in order, that make one text of another: words and blanks as a whole. */
export function editsBetween(before: string, after: string): readonly CopyEdit[] {
  const edits: CopyEdit[] = [];
  let at = 0;
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const last = edits.at(-1);
    if (added) {
      if (last && last.end === at) edits[edits.length - 1] = { ...last, with: last.with + value };
      else edits.push({ start: at, end: at, with: value });
    } else if (removed) {
      if (last && last.end === at) edits[edits.length - 1] = { ...last, end: at + value.length };
      else edits.push({ start: at, end: at + value.length, with: '' });
    }
    if (!added) at += value.length;
  }
  return edits.flatMap((edit) => byLine(edit, before));
}

/** Splits a cut of several lines into cuts of one: the lines themselves stay. */
function byLine(edit: CopyEdit, before: string): readonly CopyEdit[] {
  if (edit.with !== '') return [edit];
  return [...before.slice(edit.start, edit.end).matchAll(/[^\n]+/g)].map(({ index, 0: words }) => ({
    start: edit.start + index,
    end: edit.start + index + words.length,
    with: '',
  }));
}

/** A file whose copy is changed, and how it is read. */
export interface EditedFile {
  readonly file: string;
  readonly read: (file: string) => Source;
}

/** The outcome of changing a file. */
export interface FileEdits {
  readonly file: string;
  /** Places in the file as it was of changes that do not fit it. */
  readonly refused: readonly Range[];
}

/**
 * Makes changes of the copy in its file. Each is tried in the ways in which markup can be around it, and made where the file,
 * read again, says what it should and nothing else; the others are refused.
 * @param edits in order, of the copy of the file's only document as one text
 */
export function editFile({ file, read }: EditedFile, edits: readonly CopyEdit[]): FileEdits {
  const whole = joinBlocks(read(file).documents.flatMap(({ blocks }) => blocks));
  const refused: Range[] = [];
  let now = file;
  let said = whole.text;
  // From the last to the first, so that the places of those before stay as they are.
  for (const edit of edits.toReversed()) {
    const wanted = spliced(said, edit, edit.with);
    const made = waysOf(edit, whole, now)
      .map((range) => spliced(now, range, edit.with))
      .find((tried) => normalized(copyOf(tried, read)) === normalized(wanted));
    if (made === undefined) {
      refused.unshift(rangeIn(whole, edit.start, edit.end));
    } else {
      now = made;
      said = wanted;
    }
  }
  return { file: now, refused };
}

const spliced = (text: string, { start, end }: Range, words: string): string =>
  text.slice(0, start) + words + text.slice(end);

const copyOf = (file: string, read: EditedFile['read']): string =>
  joinBlocks(read(file).documents.flatMap(({ blocks }) => blocks)).text;

/** Blank lines and the number of blanks are no difference. */
const normalized = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n');

/** Matches what may be left of a line whose words go: marks of lists, headings, quotations, emphasis; a link's address. */
const bareBefore = /^[\s>*_~`#+|-]*(?:\d+[.)])?\s*(?:\[[ xX]\])?[\s*_~`#|[]*$/;
const bareBehind = /^[\s*_~`#|]*(?:\]\([^()\s]*\))?[\s*_~`#|]*$/;

/** The ranges of the file that a change may take: its lines where all words go, else the words, or with markup beside them. */
function waysOf(edit: CopyEdit, whole: JudgedText, file: string): readonly Range[] {
  const words = wordsRange(edit, whole);
  const { segments } = whole;
  const before = segments.findLast(({ end, verbatim }) => verbatim && end <= words.start)?.end ?? words.start;
  const after = segments.find(({ start, verbatim }) => verbatim && start >= words.end)?.start ?? words.end;
  const toNext = { start: words.start, end: after };
  // A cell, a title or an attribute is not left without a word: somebody has to say what it shall be.
  if (edit.with === '' && isWholeLine(edit, whole.text)) return wholeLines(words, file);
  return [
    // With the end of a wrapped line goes the indentation of the next.
    ...(/\n$/.test(file.slice(words.start, words.end)) ? [toNext] : []),
    words,
    { start: before, end: after },
    { start: before, end: words.end },
    toNext,
  ];
}

function isWholeLine({ start, end }: CopyEdit, text: string): boolean {
  const isFirst = text.slice(0, start).trimEnd() === '' || /\n[^\S\n]*$/.test(text.slice(0, start));
  const isLast = text.slice(end).trimStart() === '' || /^[^\S\n]*\n/.test(text.slice(end));
  return start < end && isFirst && isLast;
}

/** The place of the words of a change. The line breaks at its ends stand for markup, which is not theirs. */
function wordsRange({ start, end }: CopyEdit, whole: JudgedText): Range {
  const words = whole.text.slice(start, end);
  const from = start + (/^\n+/.exec(words)?.[0].length ?? 0);
  const to = end - (/\n+$/.exec(words)?.[0].length ?? 0);
  if (from < to) return rangeIn(whole, from, to);
  // Words that are only added stand behind those before them.
  const place = start > 0 ? rangeIn(whole, start - 1, start).end : rangeIn(whole, 0, 1).start;
  return { start: place, end: place };
}

function wholeLines({ start, end }: Range, file: string): readonly Range[] {
  const lineStart = file.lastIndexOf('\n', start - 1) + 1;
  const next = file.indexOf('\n', Math.max(start, end - 1));
  const lineEnd = next < 0 ? file.length : next + 1;
  const isBare = bareBefore.test(file.slice(lineStart, start)) && bareBehind.test(file.slice(end, lineEnd));
  if (start === end || !isBare) return [];
  // Of the blank lines before and behind, one is enough.
  const isBetweenBlanks = /(?:^|\n)[ \t]*\r?\n$/.test(file.slice(0, lineStart));
  const blank = isBetweenBlanks ? (/^[ \t]*\r?\n/.exec(file.slice(lineEnd))?.[0].length ?? 0) : 0;
  return [{ start: lineStart, end: lineEnd + blank }];
}
