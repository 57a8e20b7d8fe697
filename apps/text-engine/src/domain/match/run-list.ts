import type { PatternList } from '../rules/pattern-table.ts';
import { type Ground, rowOf, strike } from './live.ts';
import type { Occurrence } from './occurrences.ts';
import { runPattern, type Surface } from './run-pattern.ts';

/** A text being matched, and what its lists have found so far. */
export interface Reading extends Surface, Ground {
  /** The text in lower case, for what is looked up by its letters. */
  readonly lower: string;
  /** By row of the live lists. */
  readonly found: (readonly Occurrence[] | undefined)[];
}

const nothing: readonly Occurrence[] = [];

const inTextOrder = (a: Occurrence, b: Occurrence): number => a.first - b.first || b.last - a.last;

/** The occurrences of a list's patterns together, in text order. */
export function runAll(reading: Reading, { number }: PatternList): readonly Occurrence[] {
  const row = rowOf(reading, number);
  if (row === 0) return nothing;
  const known = reading.found[row];
  if (known) return known;
  const { rows, patterns, sentences } = reading.live;
  const { setWords } = reading.occurrences;
  const end = rows[row + 1] ?? 0;
  let all: Occurrence[] | null = null;
  let isInOrder = true;
  for (let at = rows[row] ?? 0; at < end; at++) {
    const found = runPattern(reading, patterns[at] ?? 0, sentences, at * setWords);
    if (found === null) continue;
    if (!all) all = found;
    else {
      const before = all.at(-1);
      const first = found[0];
      if (before && first && inTextOrder(first, before) < 0) isInOrder = false;
      for (const one of found) all.push(one);
    }
  }
  if (!all) {
    strike(reading.live, number);
    return nothing;
  }
  if (!isInOrder) all.sort(inTextOrder);
  reading.found[row] = all;
  return all;
}
