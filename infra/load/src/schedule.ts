import type { Random } from '@redline/fault/random';

/** One thing that begins at a time of the schedule. */
export interface Arrival<K> {
  /** Milliseconds from the beginning of the schedule. */
  readonly atMs: number;
  readonly kind: K;
}

/** More would be a list of gigabytes. */
const arrivalsMax = 2_000_000;

/**
 * Draws a Poisson process: arrivals that know nothing of each other, as those of many clients. Gaps are exponential, so
 * now and then several come at once, which is what a queue has to stand.
 * @param ratePerSecond above 0
 * @param kindOf gives what each is
 * @throws RangeError if more than two million are asked for
 */
export function poissonArrivals<K>(
  ratePerSecond: number,
  durationMs: number,
  random: Random,
  kindOf: () => K,
): readonly Arrival<K>[] {
  if (!(ratePerSecond > 0) || ratePerSecond * durationMs > arrivalsMax * 1_000) {
    throw new RangeError(`${ratePerSecond}/s for ${durationMs} ms is no schedule`);
  }
  const arrivals: Arrival<K>[] = [];
  for (let atMs = 0; ; ) {
    atMs += (-Math.log(1 - random.between(0, 1)) * 1_000) / ratePerSecond;
    if (atMs >= durationMs) return arrivals;
    arrivals.push({ atMs, kind: kindOf() });
  }
}

/** Joins schedules into one, by time. */
export const joinSchedules = <K>(...schedules: readonly (readonly Arrival<K>[])[]): readonly Arrival<K>[] =>
  schedules.flat().sort((a, b) => a.atMs - b.atMs);

/** Time, and a way to wait; tests have their own. */
export interface Clock {
  /** Milliseconds that never go back. */
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Begins everything at its time and waits for none of it: this is what makes the model open. What is late, because this
 * process was busy, begins at once, and `begin` is told when it should have begun, so that the delay is measured too.
 * @param begin must return at once
 * @param isOver ends it early
 */
export async function follow<K>(
  schedule: readonly Arrival<K>[],
  begin: (kind: K, scheduledMs: number) => void,
  clock: Clock,
  isOver: () => boolean = () => false,
): Promise<void> {
  const startMs = clock.nowMs();
  for (const { atMs, kind } of schedule) {
    if (isOver()) return;
    const waitMs = startMs + atMs - clock.nowMs();
    if (waitMs > 0) await clock.sleep(waitMs);
    begin(kind, startMs + atMs);
  }
}
