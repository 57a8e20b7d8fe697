import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';

/** How long an attempt has its record for itself. */
export interface Lease {
  /** By `performance.now()`; it moves on while the lease is extended. */
  readonly endsAtMs: number;
  /** Aborted when the lease has ended, or the record has: cancelled, failed, or taken by another. */
  readonly signal: AbortSignal;
}

/** The record is no longer this attempt's. */
export class LeaseLostError extends Error {
  constructor() {
    super('the record has ended, or somebody else has taken it');
    this.name = 'LeaseLostError';
  }
}

export interface HoldOptions {
  readonly leaseMs: number;
  /** Since when the lease runs: before it was taken, whatever the clocks of the two machines say. */
  readonly sinceMs: number;
  /** Extends it in the record; false when that is no longer ours. Left out, the lease ends when it ends. */
  readonly extend?: () => Promise<boolean>;
  /** Aborted when the attempt is handed back: the work is to stop. */
  readonly handBack?: AbortSignal;
  /** Tells the stream that work goes on. */
  readonly working: () => void;
  readonly log: Logger;
}

/** A lease is extended so often before it would end, so that one lost statement costs nothing. */
const extensionsPerLease = 4;
/** And at least so often: this is how soon a worker learns that its record was cancelled. */
const extendEveryMsMax = 5_000;

/** Runs `work` under a lease and ends the extending with it, however it ends. */
export async function holdLease<T>(options: HoldOptions, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { leaseMs, sinceMs, extend, handBack } = options;
  const lost = new AbortController();
  handBack?.addEventListener('abort', () => lost.abort(new Error('the attempt is handed back')), {
    once: true,
  });
  const lease = { endsAtMs: sinceMs + leaseMs, signal: lost.signal };
  if (!extend) {
    const timer = setTimeout(() => lost.abort(leaseEnded()), lease.endsAtMs - performance.now());
    return work(lease).finally(() => clearTimeout(timer));
  }
  const over = new AbortController();
  const holding = keepExtending({ ...options, extend }, lease, lost, over.signal);
  try {
    return await work(lease);
  } finally {
    over.abort();
    await holding;
  }
}

const leaseEnded = () => new Error('the lease has ended');

async function keepExtending(
  { leaseMs, extend, working, log }: HoldOptions & { readonly extend: () => Promise<boolean> },
  lease: { endsAtMs: number },
  lost: AbortController,
  over: AbortSignal,
): Promise<void> {
  const everyMs = Math.min(leaseMs / extensionsPerLease, extendEveryMsMax);
  while (!over.aborted) {
    await rest(everyMs, over);
    if (over.aborted) return;
    const startedMs = performance.now();
    try {
      if (!(await extend())) return lost.abort(new LeaseLostError());
      lease.endsAtMs = startedMs + leaseMs;
      working();
    } catch (error) {
      log.warn({ err: error }, 'a lease could not be extended');
    }
    if (performance.now() >= lease.endsAtMs) return lost.abort(leaseEnded());
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
