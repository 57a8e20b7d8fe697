import type { Running } from './types.ts';

/** Joins several into one, whose stop stops all of them concurrently. */
export const joinRunning = (all: readonly Running[]): Running => ({
  async stop() {
    await Promise.all(all.map((running) => running.stop()));
  },
});
