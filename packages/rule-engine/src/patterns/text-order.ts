import type { Occurrence } from './occurrence.ts';

/** Compares by first word; of the same first word the longest comes first. */
export const inTextOrder = (a: Occurrence, b: Occurrence): number => a.first - b.first || b.last - a.last;

/**
 * Merges runs of occurrences, each in text order, stably. The matches of each pattern of a list are such a run; merging
 * takes a third of the time of `sort`.
 * @param ends the end of each run, exclusive; the first begins at 0
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

/** Merges the runs from `start` and from `middle` of `from` into the same indexes of `to`. */
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
