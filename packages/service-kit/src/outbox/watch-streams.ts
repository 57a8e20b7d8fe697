import type { Kysely } from 'kysely';
import type { Bus, Running } from '../bus/index.ts';
import type { Logger } from '../log/index.ts';
import { takeBackLost } from './lost-streams.ts';
import { identifyStreams, type StreamIds } from './streams.ts';
import type { OutboxTables } from './tables.ts';

export interface WatchOptions {
  /** How long each stream keeps a message, by name. */
  readonly keptMs: Readonly<Record<string, number>>;
  readonly everyMs: number;
  readonly log: Logger;
  /** Called when messages came back into the outbox. */
  readonly onTakenBack: () => void;
}

export interface StreamWatch extends Running {
  /** The streams as they were at the last look; undefined before the first one. */
  readonly current: () => StreamIds | undefined;
}

const rowsOfTurn = 500;

/**
 * Looks at regular intervals, and after each reconnect, whether the streams are still the ones that messages went to;
 * what went to one that is gone comes back into the outbox.
 */
export function watchStreams<DB extends OutboxTables>(
  db: Kysely<DB>,
  bus: Bus,
  { keptMs, everyMs, log, onTakenBack }: WatchOptions,
): StreamWatch {
  const names = Object.keys(keptMs);
  let current: StreamIds | undefined = names.length === 0 ? new Map() : undefined;
  let stopping = false;
  let turn: Promise<void> = Promise.resolve();

  const look = async () => {
    if (!bus.connected || stopping) return;
    try {
      current = await identifyStreams(db, bus, names);
      let total = 0;
      for (;;) {
        const count = await takeBackLost(db, current, keptMs, rowsOfTurn);
        total += count;
        if (count > 0) onTakenBack();
        if (count < rowsOfTurn || stopping) break;
      }
      if (total > 0) log.warn({ messages: total }, 'a stream was lost: what went to it is published again');
    } catch (error) {
      log.warn({ err: error }, 'the streams of the outbox could not be looked up');
    }
  };
  // One after the other: two looks at once would only wait for each other's rows.
  const lookNext = () => {
    turn = turn.then(look);
  };
  if (names.length > 0) lookNext();
  const timer = names.length > 0 ? setInterval(lookNext, everyMs) : undefined;
  const stopListening = bus.onReconnect(lookNext);
  return {
    current: () => current,
    async stop() {
      stopping = true;
      clearInterval(timer);
      stopListening();
      await turn;
    },
  };
}
