const dayMs = 86_400_000;

/** Days of a partition where records are kept for ever, or for years. */
const spanDaysMax = 365;
/** Days of a partition where they are kept for the shortest time. */
const spanDaysMin = 7;
/** Partitions that a retention is divided into: each costs every statement that does not know which it needs. */
const partsOfRetention = 4;
/** So long before its first id a partition is made, at least: a thousand turns in which the traffic may leave a lock. */
const madeAheadMs = 7 * dayMs;

/** The ids of a partition, by the times they were made at: from the first one on, and before the second one. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns how many days a partition has: a quarter of the retention, in whole days, 7 to 365. */
export const spanDaysOf = (retentionDays: number | null): number =>
  retentionDays === null
    ? spanDaysMax
    : Math.min(spanDaysMax, Math.max(spanDaysMin, Math.ceil(retentionDays / partsOfRetention)));

/** Returns the bound of the first partition: the first midnight, UTC, when so many days have passed. */
export const boundAfter = (nowMs: number, days: number): number =>
  Math.ceil((nowMs + days * dayMs) / dayMs) * dayMs;

/**
 * Returns the next partition, if it is time to make it: there is always one for the ids of the week to come.
 * What came after the last one lies in the default partition and stays there: a new one never begins before tomorrow.
 * @param lastMs where the last partition ends
 */
export function nextSpan(nowMs: number, lastMs: number, spanDays: number): Span | undefined {
  if (lastMs > nowMs + madeAheadMs) return undefined;
  const fromMs = Math.max(lastMs, boundAfter(nowMs, 0));
  return { fromMs, toMs: fromMs + spanDays * dayMs };
}
