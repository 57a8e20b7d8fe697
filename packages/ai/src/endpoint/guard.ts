import { setTimeout as sleep } from 'node:timers/promises';
import { createBreaker } from './breaker.ts';
import { ModelError } from './model-error.ts';
import { waitMsAfter } from './refusal.ts';
import { createTurns } from './turns.ts';

/** The endpoint of a model, and the limits of its use. */
export interface EndpointOptions {
  /** The base URL, up to and including the version: `https://host/v1`. */
  readonly url: string;
  /** Null if the endpoint needs none. */
  readonly key: string | null;
  readonly model: string;
  /** From request to answer, including the wait for a turn and retries. */
  readonly timeoutMs: number;
  /** Retries after the first try. */
  readonly retriesMax: number;
  readonly concurrencyMax: number;
  /** Consecutive failures after which the circuit opens, and for how long. */
  readonly failuresMax: number;
  readonly restMs: number;
}

/** The maximum of requests that wait for a turn, for each running one. */
const waitingPerTurn = 8;
const lasting: ReadonlySet<string> = new Set(['unreachable', 'limited', 'malformed']);

/**
 * Bounds the use of one endpoint: concurrency, time and retries, and a circuit breaker.
 * @returns a function that runs a request, which gets its deadline (`performance.now()` milliseconds)
 */
export function createGuard(options: EndpointOptions) {
  const inTurn = createTurns(options.concurrencyMax, options.concurrencyMax * waitingPerTurn);
  const guarded = createBreaker({ ...options, now: () => performance.now() });
  return <T>(ask: (endMs: number) => Promise<T>): Promise<T> => {
    const endMs = performance.now() + options.timeoutMs;
    return inTurn(options.timeoutMs, () => guarded(() => withRetries(options, endMs, () => ask(endMs))));
  };
}

async function withRetries<T>(
  { retriesMax }: EndpointOptions,
  endMs: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ModelError) || !lasting.has(error.kind) || tries >= retriesMax) throw error;
      const waitMs = waitMsAfter(error);
      if (performance.now() + waitMs >= endMs) throw error;
      await sleep(waitMs);
    }
  }
}
