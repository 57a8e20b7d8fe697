/** Limits of a sweeper that does nothing while a test runs: they are those of production, and its first turn is far. */
export const idleSweep = {
  everyMs: 600_000,
  neverTakenMs: 120_000,
  leaseEndedMs: 300_000,
  batchSize: 100,
} as const;

/** The same of a sweeper that a test waits for. */
export const promptSweep = { ...idleSweep, everyMs: 50 } as const;
