import type { Kysely } from 'kysely';
import type { Bus, Running } from '../bus/index.ts';
import type { Logger } from '../log/index.ts';
import { publishBatch } from './publish-batch.ts';
import type { OutboxTables } from './tables.ts';

export interface RelayOptions {
  readonly log: Logger;
  /** Rows of one transaction. */
  readonly batchSize?: number;
  /** How often it looks when nobody wakes it: for what another process wrote and did not live to publish. */
  readonly pollMs?: number;
  /** Batches are at least so far apart: 400 commits a second become 50 batches. A lone message leaves at once. */
  readonly lingerMs?: number;
}

export interface Relay extends Running {
  /** To be called after a commit that appended; never waits, costs nothing when called often. */
  readonly wake: () => void;
}

const failurePauseMs = 250;

/**
 * Publishes what `appendOutbox` wrote, in the order of writing, and deletes what the stream has acknowledged. A relay
 * that dies in between publishes again under the same id; consumers keep an inbox. Replicas may run one each: the rows
 * are shared then, and order holds within a batch only.
 */
export function startRelay<DB extends OutboxTables>(db: Kysely<DB>, bus: Bus, options: RelayOptions): Relay {
  const { log, batchSize = 200, pollMs = 1_000, lingerMs = 20 } = options;
  const rest = createRest();
  const state = { stopping: false, woken: false, startedMs: 0 };

  const turn = async (): Promise<'more' | 'idle' | 'failed'> => {
    state.woken = false;
    state.startedMs = performance.now();
    if (!bus.connected) return 'failed';
    try {
      const { found, published } = await db
        .transaction()
        .execute((trx) => publishBatch(trx, bus, batchSize, log));
      bus.metrics?.outboxPublished.inc(published);
      if (published < found) return 'failed';
      return found === batchSize ? 'more' : 'idle';
    } catch (error) {
      log.warn({ err: error }, 'the outbox could not be read');
      return 'failed';
    }
  };

  const run = async () => {
    while (!state.stopping) {
      const outcome = await turn();
      if (outcome === 'failed') await rest.for(failurePauseMs);
      if (outcome === 'idle' && !state.woken) await rest.for(pollMs, 'or until woken');
      if (outcome === 'idle' && state.woken) await rest.for(state.startedMs + lingerMs - performance.now());
    }
    // What the last handlers wrote while the service was closing.
    await turn();
  };
  const ended = run();
  return {
    wake() {
      state.woken = true;
      rest.wake();
    },
    async stop() {
      state.stopping = true;
      rest.stop();
      await ended;
    },
  };
}

/** A pause that a stop always ends, and a wake only where it is allowed to. */
function createRest() {
  let end: (() => void) | undefined;
  let wakeable = false;
  let stopped = false;
  return {
    for(waitMs: number, mode?: 'or until woken'): Promise<void> {
      if (waitMs <= 0 || stopped) return Promise.resolve();
      wakeable = mode !== undefined;
      return new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), waitMs);
        end = () => {
          clearTimeout(timer);
          end = undefined;
          resolve();
        };
      });
    },
    wake(): void {
      if (wakeable) end?.();
    },
    stop(): void {
      stopped = true;
      end?.();
    },
  };
}
