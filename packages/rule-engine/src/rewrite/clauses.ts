import type { Span } from '../judge/spans.ts';
import type { Connectives } from '../language/language.ts';
import type { Edit } from './edit.ts';

/** UTF-16 units of a label that stays with what it introduces (`二等奖：…`), at most. */
const labelMax = 6;

/** A part of a sentence between two marks. */
export interface Clause extends Span {
  readonly text: string;
  /** The marks behind it, with white space. */
  readonly mark: string;
}

const spacedMark = /,(?!\p{N})[^\S\n]*|[;:](?=\s)[^\S\n]*|\s+[—–|•/-]+\s+|—\s*/gu;
const titleMark = /,(?!\p{N})[^\S\n]*|[;:](?=\s)[^\S\n]*|\s+[—–|•/+-]+\s+|—\s*|\s*[|｜•/★☆]\s*(?:\+\s+)?/gu;
const unspacedMark = /[，；;：～]\s*|,(?!\p{N})\s*|:(?![\p{N}/])\s*|——\s*|[|｜•]\s*/gu;
const blank = /(?:[，；;：～,|｜/•]|\s)+/gu;
/** What may stand behind the last word of a sentence; one class, so that a long run of marks costs no more than its square. */
const ending =
  /(?:[.!?。！？…~～"”'’)\]」』）】\s]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\uFE0F|\u200D)+$/u;

/**
 * Splits a sentence at its marks, but not within quotation marks and brackets. The last clause ends before the end mark.
 * @param isTitle whether it is a line without an end mark: in one without spaces between words, blanks divide
 */
export function clausesOf(
  text: string,
  { start, end }: Span,
  isTitle: boolean,
  language: Connectives,
): Clause[] {
  const whole = text.slice(start, end);
  const last = ending.exec(whole)?.index ?? whole.length;
  const body = closesWhatItOpens(whole.slice(0, last)) ? whole.slice(0, last) : whole;
  const isList = isTitle && !/[，。,.]/u.test(body);
  const marks = language.spaced ? (isTitle ? titleMark : spacedMark) : isList ? blank : unspacedMark;
  const clauses: Clause[] = [];
  let from = 0;
  for (const { index, 0: mark } of body.matchAll(marks)) {
    if (index <= from || !closesWhatItOpens(body.slice(from, index))) continue;
    if (/[:：]/u.test(mark) && index - from <= labelMax) continue;
    clauses.push({ start: start + from, end: start + index, text: body.slice(from, index), mark });
    from = index + mark.length;
  }
  if (from < body.length)
    clauses.push({ start: start + from, end: start + body.length, text: body.slice(from), mark: '' });
  return clauses;
}

/** Cuts each run of clauses with the mark before it; at the beginning, or behind a colon, with the mark behind it. */
export function cutsOf(
  clauses: readonly Clause[],
  gone: readonly boolean[],
  { coordinator, spaced }: Connectives,
): Edit[] {
  return runsOf(gone).flatMap(({ first, last }) => {
    const begin = clauses[first];
    const end = clauses[last - 1];
    const next = clauses[last];
    const before = clauses[first - 1];
    if (!begin || !end) return [];
    if (before && next && /[:：]/u.test(before.mark))
      return [{ start: begin.start, end: next.start, with: '' }];
    if (before) return [{ start: before.end, end: end.end, with: '' }];
    if (!next) return [];
    const joint = coordinator.exec(next.text)?.[0].length ?? 0;
    const start = next.start + (next.text.length - joint > 1 ? joint : 0);
    const letter = [...next.text.slice(start - next.start)][0] ?? '';
    const isCapital = spaced && /^\P{L}*\p{Lu}/u.test(begin.text) && /\p{Ll}/u.test(letter);
    if (!isCapital) return [{ start: begin.start, end: start, with: '' }];
    return [{ start: begin.start, end: start + letter.length, with: letter.toUpperCase() }];
  });
}

/** Lists the runs of marked clauses: `first` inclusive, `last` exclusive. */
export function runsOf(gone: readonly boolean[]): { first: number; last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const [at, isGone] of gone.entries()) {
    const run = runs.at(-1);
    if (!isGone) continue;
    if (run && run.last === at) run.last = at + 1;
    else runs.push({ first: at, last: at + 1 });
  }
  return runs;
}

const pairs = new Map([
  ['“', '”'],
  ['‘', '’'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['【', '】'],
  ['（', '）'],
  ['(', ')'],
  ['[', ']'],
]);

/** Tells whether every bracket and quotation mark of a text has its other half. */
export function closesWhatItOpens(text: string): boolean {
  const open: string[] = [];
  for (const mark of text) {
    const closer = pairs.get(mark);
    if (closer !== undefined) open.push(closer);
    else if (open.at(-1) === mark) open.pop();
    else if (/[”」』》】）)\]]/u.test(mark)) return false;
  }
  return open.length === 0 && (text.match(/"/g)?.length ?? 0) % 2 === 0;
}
