/** The rate that a body must have on average. */
export interface MinimumRate {
  readonly bytesPerSecond: number;
  /** How long a body may stand still that was fast enough before. */
  readonly windowMs: number;
}

/** The time that a body may still take to bring its next bytes. */
export interface RateCredit {
  /** @returns milliseconds */
  readonly leftMs: () => number;
  /** Takes the time off that was spent waiting for the body, and adds that of the bytes which came. */
  readonly received: (sizeBytes: number, waitedMs: number) => void;
}

/**
 * Creates the credit of one body: a window at first and at most. A body that is slower than the rate uses it up, in the
 * whole window if nothing comes, later the nearer it is to the rate.
 */
export function createRateCredit({ bytesPerSecond, windowMs }: MinimumRate): RateCredit {
  let leftMs = windowMs;
  return {
    leftMs: () => leftMs,
    received(sizeBytes, waitedMs) {
      const earnedMs = (sizeBytes / bytesPerSecond) * 1_000;
      leftMs = Math.min(windowMs, Math.max(0, leftMs - waitedMs) + earnedMs);
    },
  };
}
