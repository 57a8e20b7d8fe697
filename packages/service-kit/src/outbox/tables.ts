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

/** A message that a stream acknowledged, kept in case that the stream is lost. */
export interface PublishedTable extends Omit<OutboxTable, 'position'> {
  /** The stream that it went to: `outbox_streams.id`. */
  stream_id: number;
  position: number;
  published_at: Generated<Date>;
}

/** A stream that messages went to. One that was made anew under an old name is another stream. */
export interface StreamTable {
  id: Generated<number>;
  name: string;
  /** When the server made it, as the server writes it. */
  created: string;
}

export interface InboxTable {
  consumer: string;
  message_id: string;
  at: Generated<Date>;
}

/** The tables that a service's own extend. */
export interface OutboxTables {
  outbox: OutboxTable;
  outbox_published: PublishedTable;
  outbox_streams: StreamTable;
  inbox: InboxTable;
}

/**
 * Creates the tables of published messages, which are found by their stream alone: in the order of publishing, to be
 * published again or to be cleaned.
 */
export const publishedMigration: ForwardMigration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table outbox_streams (
        id integer generated always as identity primary key,
        name text not null,
        created text not null,
        unique (name, created)
      )`.execute(db);
    await sql`
      create table outbox_published (
        stream_id integer not null,
        position bigint not null,
        id text not null,
        subject text not null,
        payload json not null,
        headers json not null,
        created_at timestamptz not null,
        published_at timestamptz not null default now(),
        primary key (stream_id, position)
      )`.execute(db);
  },
};

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
