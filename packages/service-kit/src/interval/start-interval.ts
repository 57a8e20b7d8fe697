import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../log/index.ts';

export interface IntervalOptions {
  readonly name: string;
  /** From the end of one turn to the start of the next. */
  readonly everyMs: number;
  /** Share of `everyMs` by which each wait is longer or shorter, so that replicas do not come in step. */
  readonly jitter?: number;
  readonly log: Logger;
}

/**
 * Runs `fn` again and again, never twice at the same time. A turn that throws is logged and the next one comes.
 * @param fn gets a signal that is aborted at the stop; a long turn looks at it between its steps
 * @returns `stop`, which waits for the turn under way
 */
export function startInterval(
  fn: (signal: AbortSignal) => Promise<void>,
  options: IntervalOptions,
): { readonly stop: () => Promise<void> } {
  const { name, everyMs, jitter = 0.1, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      const waitMs = everyMs * (1 + jitter * (Math.random() * 2 - 1));
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await fn(signal).catch((error: unknown) =>
        log.error({ err: error, interval: name }, 'a regular turn failed'),
      );
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
