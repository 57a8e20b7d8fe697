import type { Occurrence } from './occurrence.ts';
import type { PatternList } from './pattern-table.ts';
import { type PrefilteredText, rowOf, ruleOut } from './prefilter.ts';
import { runPattern } from './run-pattern.ts';
import type { Surface } from './surface.ts';
import { inTextOrder, mergeInTextOrder } from './text-order.ts';

/** A text prepared for its patterns, and the matches of the lists that were run so far. */
export interface ScannedText extends Surface, PrefilteredText {
  /** The text in lower case, for what is looked up by its letters. */
  readonly lower: string;
  /** The matches of each list that was run, by its row in `prefilter`. */
  readonly found: (readonly Occurrence[] | undefined)[];
  /** Scratch: the matches of the list that is being run; overwritten by the next. */
  readonly buffer: Occurrence[];
}

const nothing: readonly Occurrence[] = [];

/** Returns the matches of all patterns of a list, in text order. Runs a list once per text. */
export function runAll(scanned: ScannedText, { number }: PatternList): readonly Occurrence[] {
  const row = rowOf(scanned, number);
  if (row === 0) return nothing;
  const known = scanned.found[row];
  if (known) return known;
  const { rows, patterns, sentences } = scanned.prefilter;
  const { setWords } = scanned.occurrences;
  const end = rows[row + 1] ?? 0;
  const { buffer } = scanned;
  let count = 0;
  let isInOrder = true;
  const ends: number[] = [];
  for (let at = rows[row] ?? 0; at < end; at++) {
    const before = count;
    count = runPattern(scanned, patterns[at] ?? 0, sentences, at * setWords, buffer, before);
    if (count === before) continue;
    ends.push(count);
    if (before > 0 && isMisplaced(buffer, before)) isInOrder = false;
  }
  if (count === 0) {
    ruleOut(scanned.prefilter, number);
    return nothing;
  }
  const found = buffer.slice(0, count);
  const all = isInOrder ? found : mergeInTextOrder(found, ends);
  scanned.found[row] = all;
  return all;
}

/** Tells whether an occurrence belongs before the one that was found before it. */
const isMisplaced = (found: readonly Occurrence[], at: number): boolean =>
  inTextOrder(found[at] as Occurrence, found[at - 1] as Occurrence) < 0;
