import { LRUCache } from 'lru-cache';
import type { BucketCount } from './rate-counts.ts';

export interface RateCounter {
  /** Counts one request; never rejects. */
  readonly increment: (bucket: string) => Promise<BucketCount>;
}

export interface RateCounterOptions {
  /** Increments the buckets that all replicas share. */
  readonly add: (increments: ReadonlyMap<string, number>) => Promise<Map<string, BucketCount>>;
  readonly windowMs: number;
  readonly now: () => number;
  /** Called when the shared count fails, and when it works again. */
  readonly onShared: (shared: boolean, error: unknown) => void;
  /** How long a request waits for the shared count at most. */
  readonly patienceMs?: number;
  /** How long the shared count is not used after a failure. */
  readonly retryMs?: number;
}

interface Waiter {
  readonly resolve: (counted: BucketCount) => void;
}

/** The maximum of buckets in one statement; more wait for the next. */
const batchMax = 500;
const rememberedMax = 50_000;

/**
 * Creates a counter that all replicas share while its database is up. Requests that arrive during a statement are
 * counted together by the next one, so the number of statements does not grow with the load. While the database is down,
 * this replica continues from the last counts it got.
 */
export function createRateCounter(options: RateCounterOptions): RateCounter {
  const { add, windowMs, now, onShared, patienceMs = 1_000, retryMs = 1_000 } = options;
  const seen = new LRUCache<string, { readonly windowNo: number; count: number }>({ max: rememberedMax });
  let waiting = new Map<string, Waiter[]>();
  let running = false;
  let awayUntilMs = 0;

  const remember = (bucket: string, count: number) =>
    seen.set(bucket, { windowNo: Math.floor(now() / windowMs), count });

  const countAlone = (bucket: string): BucketCount => {
    const nowMs = now();
    const last = seen.get(bucket);
    const count = last?.windowNo === Math.floor(nowMs / windowMs) ? last.count + 1 : 1;
    remember(bucket, count);
    return { count, resetMs: windowMs - (nowMs % windowMs) };
  };

  const fallBack = (batch: ReadonlyMap<string, readonly Waiter[]>, error: unknown) => {
    if (awayUntilMs === 0) onShared(false, error);
    awayUntilMs = now() + retryMs;
    for (const [bucket, waiters] of batch) for (const { resolve } of waiters) resolve(countAlone(bucket));
  };

  const flush = async (batch: ReadonlyMap<string, readonly Waiter[]>) => {
    const increments = new Map([...batch].map(([bucket, waiters]) => [bucket, waiters.length]));
    try {
      const counted = await inTime(add(increments), patienceMs);
      if (awayUntilMs > 0) onShared(true, undefined);
      awayUntilMs = 0;
      for (const [bucket, waiters] of batch) share(bucket, waiters, counted.get(bucket));
    } catch (error) {
      fallBack(batch, error);
    }
  };

  /** Distributes the count of one statement over its requests: each gets the number that it would have got alone. */
  const share = (bucket: string, waiters: readonly Waiter[], after: BucketCount | undefined) => {
    if (after) remember(bucket, after.count);
    waiters.forEach(({ resolve }, index) => {
      resolve(after ? { ...after, count: after.count - waiters.length + index + 1 } : countAlone(bucket));
    });
  };

  const run = async () => {
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, batchMax);
      waiting = new Map([...waiting].slice(batchMax));
      await flush(new Map(taken));
    }
    running = false;
  };

  return {
    increment(bucket) {
      if (now() < awayUntilMs) return Promise.resolve(countAlone(bucket));
      return new Promise((resolve) => {
        const waiters = waiting.get(bucket);
        if (waiters) waiters.push({ resolve });
        else waiting.set(bucket, [{ resolve }]);
        if (running) return;
        running = true;
        // Requests of the same turn of the event loop join the first statement.
        setImmediate(() => void run());
      });
    },
  };
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
