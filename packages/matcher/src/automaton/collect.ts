import { ALPHABETIC, BASE_MASK, KIND_MASK } from '../folding/kinds.ts';
import { isWordBoundary } from '../folding/word-boundary.ts';
import type { Match } from '../types.ts';
import { alignDrawnOut, alignEvenly, isContiguous } from './alignment.ts';
import { addMatch, type Found } from './found.ts';
import { type CheckContext, checkHit } from './hit-check.ts';
import { P_BOUNDARY, P_FIRST_RUN, P_LAST_RUN, P_OFFSET, P_RUNS, P_UNITS } from './patterns.ts';

/**
 * Turns a hit of the automaton into matches: decides which units of the text answer which of the term, and
 * has that checked. The automaton takes a row of units of one class as one step, so the rows of the text may
 * be longer than those of the term.
 *
 * @param runs where each row began, by index in the stream
 * @param run the row in which the hit ends
 * @param pattern index of the pattern's first number in `tables.patterns`
 */
export function collectHit(
  context: CheckContext,
  runs: Int32Array,
  run: number,
  pattern: number,
  found: Found,
): void {
  const { tables, stream, alignment } = context;
  const fields = tables.patterns;
  const count = fields[pattern + P_UNITS] as number;
  const rows = fields[pattern + P_RUNS] as number;
  alignment.hasRepeat = false;
  context.stepsLeft -= count;
  if (rows === 1) {
    collectWithinRow(context, runs[run] as number, pattern, found);
    return;
  }
  const firstRow = runs[run - rows + 1] as number;
  const second = runs[run - rows + 2] as number;
  const lastRow = runs[run] as number;
  const start = second - (fields[pattern + P_FIRST_RUN] as number);
  const end = lastRow + (fields[pattern + P_LAST_RUN] as number);
  if (start < firstRow || end > stream.length) return;
  const isWord = fields[pattern + P_BOUNDARY] === 1;
  const from = isWord ? drawnOutFrom(context, start, firstRow) : start;
  const to = isWord ? drawnOutTo(context, end) : end;
  if (to - from === count) {
    alignEvenly(alignment, from, 0, count);
  } else if (!alignRows(context, runs, run - rows + 1, pattern, from, to)) {
    return;
  }
  const match = checkHit(context, pattern);
  if (match !== undefined) addMatch(found, match.term, match.start, match.end, match.folds);
}

/**
 * A term of one row (ill, 88, 哈哈) stands in a row of the text wherever that many units of it agree. Where a
 * word cannot begin, nothing is tried: each try reads on to where the letter has been drawn out to, which in
 * a long row of one letter would be its end, from every letter of it.
 */
function collectWithinRow(context: CheckContext, row: number, pattern: number, found: Found): void {
  const { tables, stream, alignment, text } = context;
  const count = tables.patterns[pattern + P_UNITS] as number;
  const isWord = tables.patterns[pattern + P_BOUNDARY] === 1;
  let end = row + 1;
  while (end < stream.length && isSameClass(context, end, row)) end++;
  let from = row;
  while (from + count <= end && context.stepsLeft >= 0) {
    if (isWord && !isWordBoundary(text, stream.places[from] as number)) {
      context.stepsLeft--;
      from++;
      continue;
    }
    context.stepsLeft -= count;
    const to = isWord ? Math.min(end, drawnOutTo(context, from + count)) : from + count;
    alignment.hasRepeat = false;
    let match: Match | undefined;
    if (to - from === count) alignEvenly(alignment, from, 0, count);
    if (to - from === count || alignSlice(context, pattern, from, to, 0, count))
      match = checkHit(context, pattern);
    if (match !== undefined) addMatch(found, match.term, match.start, match.end, match.folds);
    from = match === undefined ? from + 1 : to;
  }
}

/** Returns the start of a letter that is drawn out at the start of a word. */
function drawnOutFrom(context: CheckContext, start: number, row: number): number {
  const { stream, text, table } = context;
  let from = start;
  while (from > row && isAlphabetic(stream.codes[from] as number) && isContiguous(stream, text, from, table))
    from--;
  context.stepsLeft -= start - from;
  return from;
}

function drawnOutTo(context: CheckContext, end: number): number {
  const { stream, text, table } = context;
  let to = end;
  while (
    to < stream.length &&
    isAlphabetic(stream.codes[to] as number) &&
    isSameClass(context, to, end - 1) &&
    isContiguous(stream, text, to, table)
  ) {
    to++;
  }
  context.stepsLeft -= to - end;
  return to;
}

const isAlphabetic = (code: number): boolean => (code & KIND_MASK) === ALPHABETIC;

function isSameClass({ tables, stream }: CheckContext, one: number, other: number): boolean {
  const { classes } = tables;
  return (
    classes[(stream.codes[one] as number) & BASE_MASK] ===
    classes[(stream.codes[other] as number) & BASE_MASK]
  );
}

/** Aligns row by row where the text has more units than the term. */
function alignRows(
  context: CheckContext,
  runs: Int32Array,
  firstRun: number,
  pattern: number,
  from: number,
  to: number,
): boolean {
  const { classes, patterns, units } = context.tables;
  const offset = patterns[pattern + P_OFFSET] as number;
  const count = patterns[pattern + P_UNITS] as number;
  const rows = patterns[pattern + P_RUNS] as number;
  let term = 0;
  for (let row = 0; row < rows; row++) {
    const rowClass = classes[(units[offset + term] as number) & BASE_MASK];
    const termFrom = term;
    while (term < count && classes[(units[offset + term] as number) & BASE_MASK] === rowClass) term++;
    const textFrom = row === 0 ? from : (runs[firstRun + row] as number);
    const textTo = row === rows - 1 ? to : (runs[firstRun + row + 1] as number);
    if (!alignSlice(context, pattern, textFrom, textTo, termFrom, term)) return false;
  }
  return true;
}

function alignSlice(
  context: CheckContext,
  pattern: number,
  textFrom: number,
  textTo: number,
  termFrom: number,
  termTo: number,
): boolean {
  const { stream, text, tables, table, alignment } = context;
  const count = termTo - termFrom;
  if (textTo - textFrom < count) return false;
  context.stepsLeft -= textTo - textFrom;
  if (textTo - textFrom === count) {
    alignEvenly(alignment, textFrom, termFrom, count);
    return true;
  }
  const offset = tables.patterns[pattern + P_OFFSET] as number;
  const slice = { text, textFrom, textTo, termFrom, termTo, termOffset: offset };
  return alignDrawnOut(alignment, stream, tables, slice, table);
}
