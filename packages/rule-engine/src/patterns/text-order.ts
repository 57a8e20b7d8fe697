import type { Occurrence } from './occurrences.ts';

/** By first word, of those the longest first. */
export const inTextOrder = (a: Occurrence, b: Occurrence): number => a.first - b.first || b.last - a.last;

/**
 * Puts stretches of occurrences together, each of which is in text order; of what is alike the earlier stretch's comes
 * first. What each pattern of a list finds is such a stretch, and to merge them takes a third of what sorting takes, which
 * calls the comparison through the engine.
 * @param ends where each stretch ends, the first of which begins at 0
 */
export function mergeInTextOrder(occurrences: Occurrence[], ends: readonly number[]): Occurrence[] {
  let from = occurrences;
  let to = occurrences.slice();
  for (let left = ends; left.length > 1; ) {
    const merged: number[] = [];
    for (let at = 0; at < left.length; at += 2) {
      const start = at > 0 ? (left[at - 1] ?? 0) : 0;
      const middle = left[at] ?? 0;
      const end = left[at + 1] ?? middle;
      mergeTwo(from, to, start, middle, end);
      merged.push(end);
    }
    [from, to] = [to, from];
    left = merged;
  }
  return from;
}

/** Merges the stretches from `start` and from `middle` into the same places of another array. */
function mergeTwo(
  from: readonly Occurrence[],
  to: Occurrence[],
  start: number,
  middle: number,
  end: number,
): void {
  let one = start;
  let other = middle;
  for (let at = start; at < end; at++) {
    const isOne =
      other >= end || (one < middle && inTextOrder(from[one] as Occurrence, from[other] as Occurrence) <= 0);
    to[at] = from[isOne ? one++ : other++] as Occurrence;
  }
}
