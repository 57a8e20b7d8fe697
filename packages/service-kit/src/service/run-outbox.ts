import type { Kysely } from 'kysely';
import type { Bus } from '../bus/index.ts';
import { startInterval } from '../interval/index.ts';
import { cleanInbox, type OutboxTables, type Relay, startRelay } from '../outbox/index.ts';
import type { ServiceRun } from './run-service.ts';

const hourMs = 3_600_000;
const inboxMarginMs = 24 * hourMs;
/** Rows of one turn; a turn an hour removes up to 14 a second, and what is left goes in the next one. */
const inboxRowsMax = 50_000;

/** Starts the relay of the outbox; what the last handlers wrote is published before the service ends. */
export function runRelay<DB extends OutboxTables>(
  { log, onClose }: ServiceRun<unknown>,
  db: Kysely<DB>,
  bus: Bus,
): Relay {
  const relay = startRelay(db, bus, { log });
  onClose('outbox', relay.stop);
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
