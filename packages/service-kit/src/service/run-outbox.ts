import type { Kysely } from 'kysely';
import type { Bus, StreamSpec } from '../bus/index.ts';
import { startInterval } from '../interval/index.ts';
import {
  cleanInbox,
  cleanPublished,
  measureOutbox,
  type OutboxTables,
  type Relay,
  startRelay,
} from '../outbox/index.ts';
import type { ServiceRun } from './run-service.ts';

const hourMs = 3_600_000;
const inboxMarginMs = 24 * hourMs;
/** Rows of one turn; a turn an hour removes up to 14 a second, and what is left goes in the next one. */
const inboxRowsMax = 50_000;
/** Rows of one statement, which blocks nobody, and statements of a turn: 1,400 rows a second, above what is published. */
const publishedRowsMax = 5_000;
const cleaningTurnsMax = 1_000;

/**
 * Starts the relay of the outbox; what the last handlers wrote is published before the service ends.
 * @param streams whose messages stay in the database for as long as the stream keeps them, should it be lost
 */
export function runRelay<DB extends OutboxTables>(
  { log, metrics, onClose }: ServiceRun<unknown>,
  db: Kysely<DB>,
  bus: Bus,
  streams: readonly StreamSpec[],
): Relay {
  const keptMs = Object.fromEntries(streams.map(({ name, maxAgeMs }) => [name, maxAgeMs]));
  const relay = startRelay(db, bus, { log, keptMs });
  onClose('outbox', relay.stop);
  measureOutbox(metrics, db, log);
  const clean = async (signal: AbortSignal) => {
    for (let turn = 0; turn < cleaningTurnsMax && !signal.aborted; turn++) {
      if ((await cleanPublished(db, keptMs, publishedRowsMax)) === 0) return;
    }
  };
  onClose('outbox cleaning', startInterval(clean, { name: 'outbox', everyMs: hourMs, log }).stop);
  return relay;
}

/**
 * Cleans the inbox each hour.
 * @param keptMs how long the streams keep a message: a row may go a day after nothing can come again
 */
export function runInboxCleaning<DB extends OutboxTables>(
  { log, onClose }: ServiceRun<unknown>,
  db: Kysely<DB>,
  keptMs: number,
): void {
  const clean = async () => {
    await cleanInbox(db, { olderThanMs: keptMs + inboxMarginMs, limit: inboxRowsMax });
  };
  onClose('inbox cleaning', startInterval(clean, { name: 'inbox', everyMs: hourMs, log }).stop);
}
