const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between the attempts of a delivery, in milliseconds: 24 hours in all. */
export const defaultWaitsMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
];

/** Share by which each wait is longer or shorter, so that what failed together does not come again together. */
const jitter = 0.1;

/**
 * Returns how long to wait after an attempt that was not accepted.
 * @param attempts made so far, from 1
 * @param random from 0 up to 1
 * @returns milliseconds; null after the last attempt
 */
export function waitAfter(attempts: number, waitsMs: readonly number[], random: number): number | null {
  const waitMs = waitsMs[attempts - 1];
  return waitMs === undefined ? null : Math.round(waitMs * (1 + jitter * (random * 2 - 1)));
}

const day = 24 * hour;

/** When an endpoint that nothing was accepted by is disabled. */
export const failing = {
  disabledAfterMs: 5 * day,
  /** A failure that comes later than this after the one before begins the count anew: nothing was tried in between. */
  forgottenAfterMs: 2 * day,
  /** Failures are noted so often at most, since each changes the row of the endpoint. */
  notedEveryMs: minute,
  /** An endpoint that has failed for so long is asked by one attempt at a time. */
  slowedAfterMs: minute,
} as const;
