import type { Occurrence } from './occurrences.ts';
import type { PatternList } from './pattern-table.ts';
import { type PrefilteredText, rowOf, ruleOut } from './prefilter.ts';
import { runPattern } from './run-pattern.ts';
import type { Surface } from './surface.ts';
import { inTextOrder, mergeInTextOrder } from './text-order.ts';

/** A text being matched, and what its lists have found so far. */
export interface ScannedText extends Surface, PrefilteredText {
  /** The text in lower case, for what is looked up by its letters. */
  readonly lower: string;
  /** By row of the lists that may match. */
  readonly found: (readonly Occurrence[] | undefined)[];
  /** What the patterns of a list have found, while it is asked for; written over by the next. */
  readonly gathered: Occurrence[];
}

const nothing: readonly Occurrence[] = [];

/** The occurrences of a list's patterns together, in text order. */
export function runAll(scanned: ScannedText, { number }: PatternList): readonly Occurrence[] {
  const row = rowOf(scanned, number);
  if (row === 0) return nothing;
  const known = scanned.found[row];
  if (known) return known;
  const { rows, patterns, sentences } = scanned.prefilter;
  const { setWords } = scanned.occurrences;
  const end = rows[row + 1] ?? 0;
  const { gathered } = scanned;
  let count = 0;
  let isInOrder = true;
  const ends: number[] = [];
  for (let at = rows[row] ?? 0; at < end; at++) {
    const before = count;
    count = runPattern(scanned, patterns[at] ?? 0, sentences, at * setWords, gathered, before);
    if (count === before) continue;
    ends.push(count);
    if (before > 0 && isMisplaced(gathered, before)) isInOrder = false;
  }
  if (count === 0) {
    ruleOut(scanned.prefilter, number);
    return nothing;
  }
  const found = gathered.slice(0, count);
  const all = isInOrder ? found : mergeInTextOrder(found, ends);
  scanned.found[row] = all;
  return all;
}

/** Whether an occurrence belongs before the one that was found before it. */
const isMisplaced = (found: readonly Occurrence[], at: number): boolean =>
  inTextOrder(found[at] as Occurrence, found[at - 1] as Occurrence) < 0;
