import { setTimeout as sleep } from 'node:timers/promises';
import { createBreaker } from './breaker.ts';
import { ModelError } from './model-error.ts';
import { waitMsAfter } from './refusal.ts';
import { createTurns } from './turns.ts';

/** Where a model answers, and how it is asked. */
export interface EndpointOptions {
  /** Of the endpoint, up to and with its version: `https://host/v1`. */
  readonly url: string;
  /** Null where the endpoint wants none. */
  readonly key: string | null;
  readonly model: string;
  /** From question to answer, waiting for a turn and further tries included. */
  readonly timeoutMs: number;
  /** Tries after the first one. */
  readonly retriesMax: number;
  readonly concurrencyMax: number;
  /** Failures in a row after which the model is left alone, and for how long. */
  readonly failuresMax: number;
  readonly restMs: number;
}

/** Questions that may wait for a turn, for each that runs. */
const waitingPerTurn = 8;
const lasting: ReadonlySet<string> = new Set(['unreachable', 'limited', 'malformed']);

/**
 * Bounds what is asked of one endpoint: so many at a time, so long, tried again where that may help, not at all while it
 * is out of order.
 * @returns runs a question, which is told when its time is over (`performance.now()` milliseconds)
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
