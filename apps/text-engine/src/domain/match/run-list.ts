import type { PatternList } from '../rules/pattern-table.ts';
import { cannotMatch, type Live, mayMatch } from './live.ts';
import type { Occurrence } from './occurrences.ts';
import { runPattern, type Surface } from './run-pattern.ts';

/** A text being matched, and what its patterns have found so far. */
export interface Reading extends Surface {
  /** The text in lower case, for what is looked up by its letters. */
  readonly lower: string;
  /** What may still match: what was tried in vain is struck out. */
  readonly live: Live;
  readonly found: { readonly patterns: Memo; readonly lists: Memo };
}

type Memo = Map<number, readonly Occurrence[]>;

const nothing: readonly Occurrence[] = [];

/** The occurrences of a list's patterns together, in text order. */
export function runAll(reading: Reading, list: PatternList): readonly Occurrence[] {
  if (reading.live.lists[list.number] !== 1) return nothing;
  const known = reading.found.lists.get(list.number);
  if (known) return known;
  const { values, from } = reading.table.lists;
  const end = from[list.number + 1] ?? 0;
  let all: Occurrence[] | null = null;
  for (let at = from[list.number] ?? 0; at < end; at++) {
    const occurrences = runOnce(reading, values[at] ?? 0);
    if (occurrences.length > 0) all = all ? all.concat(occurrences) : [...occurrences];
  }
  if (!all) {
    reading.live.lists[list.number] = 0;
    return nothing;
  }
  all.sort((a, b) => a.first - b.first || b.last - a.last);
  reading.found.lists.set(list.number, all);
  return all;
}

function runOnce(reading: Reading, pattern: number): readonly Occurrence[] {
  if (reading.live.patterns[pattern] !== mayMatch) return nothing;
  const known = reading.found.patterns.get(pattern);
  if (known) return known;
  const found = runPattern(reading, pattern, reading.live.sentences);
  if (found.length > 0) reading.found.patterns.set(pattern, found);
  else reading.live.patterns[pattern] = cannotMatch;
  return found;
}
