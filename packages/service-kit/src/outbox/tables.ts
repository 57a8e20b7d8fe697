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

/** A service's tables extend this. */
export interface OutboxTables {
  outbox: OutboxTable;
  inbox: InboxTable;
}

/**
 * The two tables; a service lists it among its own migrations: `{ '0001-outbox': outboxMigration, … }`.
 * The outbox is a queue that is nearly always empty, so its dead rows must go soon: vacuum after 1,000, whatever its size.
 * `json`, not `jsonb`: a payload leaves byte for byte as it came, also one with an escaped NUL, which jsonb refuses.
 * The inbox only grows at its end, which a brin index on time follows at no cost.
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
