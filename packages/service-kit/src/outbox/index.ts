import type { Generated, Kysely, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { z } from 'zod';
import type { Bus, EventRow, JobRow, Running } from '../bus/index.ts';
import type { Logger } from '../log/index.ts';

export interface OutboxTable {
  position: Generated<string>;
  id: string;
  subject: string;
  payload: string;
  headers: string;
  created_at: Generated<Date>;
}
export interface InboxTable {
  consumer: string;
  message_id: string;
  at: Generated<Date>;
}
/** A service's tables extend this. */
export interface OutboxTables {
  outbox: OutboxTable;
  inbox: InboxTable;
}
/** Include it in the service's migrations: `{ '0001-outbox': outboxMigration, ... }`. */
export declare const outboxMigration: Pick<Migration, 'up'>;

export interface OutboxMessage {
  readonly subject: string;
  readonly payload: unknown;
  readonly requestId?: string;
  readonly traceparent?: string;
  /** Becomes Nats-Msg-Id; a new id where it is left out. */
  readonly id?: string;
}
/** A message of an event row, its payload typed by the row. */
export declare function eventMessage<R extends EventRow>(
  row: R,
  payload: z.input<R['payload']>,
  options?: { readonly requestId?: string; readonly id?: string },
): OutboxMessage;
/** A message of a job row; its id is the operation's. */
export declare function jobMessage<R extends JobRow>(
  row: R,
  id: string,
  payload: z.input<R['payload']>,
  options?: { readonly requestId?: string; readonly id?: string },
): OutboxMessage;
export declare function appendOutbox<DB extends OutboxTables>(
  trx: Transaction<DB>,
  messages: readonly OutboxMessage[],
): Promise<void>;
export interface Relay extends Running {
  readonly wake: () => void;
}
export declare function startRelay<DB extends OutboxTables>(
  db: Kysely<DB>,
  bus: Bus,
  options: {
    readonly log: Logger;
    readonly batchSize?: number;
    readonly pollMs?: number;
    readonly lingerMs?: number;
  },
): Relay;
/** True the first time a consumer meets this message; false ever after. */
export declare function recordOnce<DB extends OutboxTables>(
  trx: Transaction<DB>,
  consumer: string,
  messageId: string,
): Promise<boolean>;
/** Deletes inbox rows older than that, at most `limit`; gives how many. */
export declare function cleanInbox<DB extends OutboxTables>(
  db: Kysely<DB>,
  options: { readonly olderThanMs: number; readonly limit: number },
): Promise<number>;
