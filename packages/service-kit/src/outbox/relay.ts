import type { Kysely } from 'kysely';
import type { Bus, Running } from '../bus/index.ts';
import type { Logger } from '../log/index.ts';
import { publishBatch } from './publish-batch.ts';
import type { OutboxTables } from './tables.ts';
import { watchStreams } from './watch-streams.ts';

export interface RelayOptions {
  readonly log: Logger;
  /** Rows of one transaction. */
  readonly batchSize?: number;
  /** How often it polls without a wake-up, for rows of a process that died before publishing them. */
  readonly pollMs?: number;
  /** The minimum time between batches: 400 commits a second become 50 batches. A single message is sent at once. */
  readonly lingerMs?: number;
  /**
   * Streams whose messages are kept for as long as the stream keeps them, in ms by name, and published again when the
   * stream is lost. Messages of other streams are deleted as soon as they are published.
   */
  readonly keptMs?: Readonly<Record<string, number>>;
  /** How often it looks whether a stream was lost. */
  readonly watchMs?: number;
}

export interface Relay extends Running {
  /** Wakes the relay; to be called after a commit that appended. Never waits; cheap to call often. */
  readonly wake: () => void;
}

const failurePauseMs = 250;

/**
 * Publishes the rows of `appendOutbox` in order; those that the stream has acknowledged leave the outbox. After a crash in
 * between they are published again under the same id, and so is what went to a stream that was lost; consumers keep an
 * inbox. Several replicas may run a relay: they share the rows, and order is kept within a batch only.
 */
export function startRelay<DB extends OutboxTables>(db: Kysely<DB>, bus: Bus, options: RelayOptions): Relay {
  const { log, batchSize = 200, pollMs = 1_000, lingerMs = 20, keptMs = {}, watchMs = 5_000 } = options;
  const rest = createRest();
  const state = { stopping: false, woken: false, startedMs: 0 };

  const wake = () => {
    state.woken = true;
    rest.wake();
  };
  const watch = watchStreams(db, bus, { keptMs, everyMs: watchMs, log, onTakenBack: wake });

  const turn = async (): Promise<'more' | 'idle' | 'failed'> => {
    state.woken = false;
    state.startedMs = performance.now();
    const streams = watch.current();
    if (!bus.connected || !streams) return 'failed';
    try {
      const { found, published } = await db
        .transaction()
        .execute((trx) => publishBatch(trx, { bus, streams, batchSize, log }));
      bus.metrics?.outboxPublished.inc(published);
      if (published < found) {
        bus.metrics?.outboxFailures.inc();
        return 'failed';
      }
      return found === batchSize ? 'more' : 'idle';
    } catch (error) {
      bus.metrics?.outboxFailures.inc();
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
    // Publishes what the last handlers wrote while the service was closing.
    await turn();
  };
  const ended = run();
  return {
    wake,
    async stop() {
      state.stopping = true;
      rest.stop();
      await ended;
      await watch.stop();
    },
  };
}

/** Creates a pause that `stop` always ends, and `wake` only if it may. */
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
