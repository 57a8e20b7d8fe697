const dayMs = 86_400_000;

/** Days of a partition where records are kept for ever: four partitions a year. */
const spanDaysMax = 90;
/** Days of a partition where they are kept for the shortest time. */
const spanDaysMin = 7;
/** Partitions that a retention is divided into: what they cost a list is bounded, and space comes back that often. */
const partsOfRetention = 12;
/** The ids of a partition, by the times they were made at: from the first one on, and before the second one. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns how many days a partition has: a twelfth of the retention, in whole days. */
export const spanDaysOf = (retentionDays: number | null): number =>
  retentionDays === null
    ? spanDaysMax
    : Math.min(spanDaysMax, Math.max(spanDaysMin, Math.ceil(retentionDays / partsOfRetention)));

/** Returns the bound of the first partition: the first midnight, UTC, when so many days have passed. */
export const boundAfter = (nowMs: number, days: number): number =>
  Math.ceil((nowMs + days * dayMs) / dayMs) * dayMs;

/**
 * Returns the next partition, if it is time to make it: there is always one for as long as a partition has, from now on.
 * What came after the last one lies in the default partition and stays there: a new one never begins before tomorrow.
 * @param lastMs where the last partition ends
 */
export function nextSpan(nowMs: number, lastMs: number, spanDays: number): Span | undefined {
  const spanMs = spanDays * dayMs;
  if (lastMs > nowMs + spanMs) return undefined;
  const fromMs = Math.max(lastMs, boundAfter(nowMs, 0));
  return { fromMs, toMs: fromMs + spanMs };
}
