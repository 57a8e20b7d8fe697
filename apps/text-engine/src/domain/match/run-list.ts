import type { PatternList } from '../rules/pattern-table.ts';
import type { Live } from './live.ts';
import type { Occurrence } from './occurrences.ts';
import { runPattern, type Surface } from './run-pattern.ts';

/** A text being matched, and what its patterns have found so far. */
export interface Reading extends Surface {
  /** The text in lower case, for what is looked up by its letters. */
  readonly lower: string;
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
  const sorted = all ? all.sort((a, b) => a.first - b.first || b.last - a.last) : nothing;
  reading.found.lists.set(list.number, sorted);
  return sorted;
}

function runOnce(reading: Reading, pattern: number): readonly Occurrence[] {
  const sentences = reading.live.sentences[pattern] ?? 0;
  if (sentences === 0) return nothing;
  const known = reading.found.patterns.get(pattern);
  if (known) return known;
  const found = runPattern(reading, pattern, sentences);
  reading.found.patterns.set(pattern, found);
  return found;
}
