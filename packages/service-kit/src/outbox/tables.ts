import { type Generated, type Kysely, sql } from 'kysely';
import type { ForwardMigration } from '../db/index.ts';

export interface OutboxTable {
  /** The order of publishing. */
  position: Generated<number>;
  id: string;
  subject: string;
  payload: unknown;
  headers: unknown;
  created_at: Generated<Date>;
}

export interface InboxTable {
  consumer: string;
  message_id: string;
  at: Generated<Date>;
}

/** The tables that a service's own extend. */
export interface OutboxTables {
  outbox: OutboxTable;
  inbox: InboxTable;
}

/**
 * Creates the two tables; a service lists it among its own migrations: `{ '0001-outbox': outboxMigration, … }`.
 * The outbox is nearly always empty, so its dead rows must be removed soon: vacuum after 1,000, whatever its size.
 * `json`, not `jsonb`: a payload is sent byte for byte as it was written, also one with an escaped NUL, which jsonb
 * refuses. The inbox only grows at its end, for which a brin index on time is cheap.
 */
export const outboxMigration: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table outbox (
        position bigint generated always as identity primary key,
        id text not null,
        subject text not null,
        payload json not null,
        headers json not null,
        created_at timestamptz not null default now()
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`.execute(db);
    await sql`
      create table inbox (
        consumer text not null,
        message_id text not null,
        at timestamptz not null default now(),
        primary key (consumer, message_id)
      )`.execute(db);
    await sql`create index inbox_at on inbox using brin (at)`.execute(db);
  },
};
