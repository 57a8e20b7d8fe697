import type { Running } from './types.ts';

/** Several runnings as one, whose stop stops them all side by side. */
export const joinRunning = (all: readonly Running[]): Running => ({
  async stop() {
    await Promise.all(all.map((running) => running.stop()));
  },
});
