import { describe, expect, it } from 'vitest';
import { createRateCounter } from './rate-counter.ts';
import type { BucketCount } from './rate-counts.ts';

/** The shared buckets as the database would keep them; `breakWith` makes it fail. */
function sharedBuckets() {
  const counts = new Map<string, number>();
  const state: { statements: number; failure: Error | undefined; hang: boolean } = {
    statements: 0,
    failure: undefined,
    hang: false,
  };
  const add = async (increments: ReadonlyMap<string, number>): Promise<Map<string, BucketCount>> => {
    state.statements += 1;
    if (state.hang) return new Promise(() => undefined);
    if (state.failure) throw state.failure;
    const after = new Map<string, BucketCount>();
    for (const [bucket, increment] of increments) {
      counts.set(bucket, (counts.get(bucket) ?? 0) + increment);
      after.set(bucket, { count: counts.get(bucket) ?? 0, resetMs: 30_000 });
    }
    return after;
  };
  return { add, state, counts };
}

function counterOver(shared: ReturnType<typeof sharedBuckets>) {
  const clock = { nowMs: 60_000 };
  const seen: boolean[] = [];
  const counter = createRateCounter({
    add: shared.add,
    windowMs: 60_000,
    now: () => clock.nowMs,
    onShared: (isShared) => seen.push(isShared),
    patienceMs: 50,
    retryMs: 1_000,
  });
  return { counter, clock, seen };
}

describe('the counter of requests', () => {
  it('gives each of many concurrent requests its own number, in few statements', async () => {
    const shared = sharedBuckets();
    const { counter } = counterOver(shared);
    const counted = await Promise.all(Array.from({ length: 200 }, () => counter.increment('a')));
    expect(counted.map(({ count }) => count)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    expect(shared.state.statements).toBe(1);
  });

  it('keeps buckets apart and takes more of them than fit in one statement', async () => {
    const shared = sharedBuckets();
    const { counter } = counterOver(shared);
    const counted = await Promise.all(Array.from({ length: 1_200 }, (_, n) => counter.increment(`b${n}`)));
    expect(counted.every(({ count }) => count === 1)).toBe(true);
    expect(shared.state.statements).toBe(3);
  });

  it('goes on alone from the last shared count while the database is away, and shares again after', async () => {
    const shared = sharedBuckets();
    const { counter, clock, seen } = counterOver(shared);
    await counter.increment('a');
    await counter.increment('a');
    shared.state.failure = new Error('connection refused');
    expect((await counter.increment('a')).count).toBe(3);
    expect((await counter.increment('a')).count).toBe(4);
    expect(shared.state.statements).toBe(3);
    shared.state.failure = undefined;
    clock.nowMs += 1_001;
    expect((await counter.increment('a')).count).toBe(3);
    expect(seen).toEqual([false, true]);
  });

  it('does not hold a request up longer than its patience when the database hangs', async () => {
    const shared = sharedBuckets();
    shared.state.hang = true;
    const { counter } = counterOver(shared);
    // The database never answers: that there is an answer is by the patience.
    expect(await counter.increment('a')).toEqual({ count: 1, resetMs: 60_000 });
  });

  it('alone, begins anew with the minute', async () => {
    const shared = sharedBuckets();
    shared.state.failure = new Error('connection refused');
    const { counter, clock } = counterOver(shared);
    await counter.increment('a');
    clock.nowMs = 119_000;
    expect(await counter.increment('a')).toEqual({ count: 2, resetMs: 1_000 });
    clock.nowMs = 120_000;
    expect((await counter.increment('a')).count).toBe(1);
  });
});
