import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../log/index.ts';
import { startInterval } from './start-interval.ts';

const log = createLogger({ service: 'test', level: 'silent' });

describe('an interval', () => {
  it('never runs twice at the same time and goes on after a failure', async () => {
    let running = 0;
    let turns = 0;
    const interval = startInterval(
      async () => {
        expect(running).toBe(0);
        running += 1;
        turns += 1;
        await sleep(5);
        running -= 1;
        if (turns === 1) throw new Error('once');
      },
      { name: 'test', everyMs: 2, log },
    );
    await expect.poll(() => turns).toBeGreaterThan(3);
    await interval.stop();
    expect(running).toBe(0);
  });

  it('stops at once while it waits, and tells a turn under way to end', async () => {
    await startInterval(async () => {}, { name: 'test', everyMs: 3_600_000, log }).stop();
    let seen = false;
    let started = false;
    const interval = startInterval(
      async (signal) => {
        started = true;
        await sleep(60_000, undefined, { signal }).catch(() => undefined);
        seen = signal.aborted;
      },
      { name: 'test', everyMs: 1, log },
    );
    await expect.poll(() => started).toBe(true);
    await interval.stop();
    expect(seen).toBe(true);
  });
});
