import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { createDb, migrate } from '../src/db/index.ts';
import { eventMessage, type OutboxTables } from '../src/outbox/index.ts';
import type { RecordKind } from '../src/records/index.ts';
import { outboxMigrations, ownDatabase, quiet } from './fixtures.ts';

export type Db = Kysely<OutboxTables>;

const parcelFailed = {
  subject: 'event.parcel.failed',
  payload: z.object({ id: z.string(), sender: z.string(), occurredAt: z.string(), reason: z.string() }),
  ackWaitMs: 5_000,
};

/** A kind of records with everything that a kind can say: its parcels are shown, and locked first, by their shipments. */
export const parcels: RecordKind<OutboxTables, { readonly sender: string }> = {
  table: 'parcels',
  async lockFirst(trx, id) {
    const { rows } = await sql`select from shipments
      where id = (select shipment_id from parcels where id = ${id}) for update`.execute(trx);
    return rows.length > 0;
  },
  named: sql`sender`,
  failedMessage: ({ sender }, end, options) => eventMessage(parcelFailed, { sender, ...end }, options),
  onFail: {
    set: sql`label = null`,
    with: sql`shown as (update shipments set state = 'failed' from failed where shipments.id = failed.shipment_id)`,
    messages: async (_, id) => [{ subject: 'event.parcel.watched', payload: { id } }],
  },
  onDelete: {
    with: () =>
      sql`shown as (update shipments set state = 'empty' from gone where shipments.id = gone.shipment_id)`,
  },
  onReopen: {
    set: sql`label = 'again'`,
    isThere: sql<boolean>`not hidden`,
    condition: sql<boolean>`sender <> 'blocked'`,
    with: sql`shown as (update shipments set state = 'open' from reopened where shipments.id = reopened.shipment_id)`,
  },
};

/** The tables of parcels, as a migration. */
export const parcelTables = {
  async up(db: Kysely<object>) {
    await sql`create table shipments (id text primary key, state text not null default 'open')`.execute(db);
    await sql`create table parcels (id text primary key, shipment_id text not null, sender text not null, label text,
      hidden boolean not null default false, batch text, status text not null default 'processing',
      attempt integer not null default 0, handed_back integer not null default 0, lease_until timestamptz, failure_reason text, last_error text,
      updated_at timestamptz not null default now(),
      constraint failed_says_why check ((status = 'failed') = (failure_reason is not null)))`.execute(db);
  },
};

/** A database with parcels, of one test file alone. */
export async function parcelDatabase() {
  const database = await ownDatabase({ statementTimeoutMs: 5_000 });
  const db = createDb<OutboxTables>({
    url: database.url,
    poolMax: 8,
    statementTimeoutMs: 5_000,
    applicationName: 'test',
    log: quiet,
  });
  await migrate(db, { ...outboxMigrations, '0003-parcels': parcelTables });
  return {
    db,
    async dispose() {
      await db.destroy();
      await database.dispose();
    },
  };
}

let parcelCount = 0;

/** Inserts a parcel of a shipment of its own, as its submission would. */
export async function insertParcel(
  db: Db,
  { id = `parcel-${++parcelCount}`, sender = 'ann', batch = null as string | null } = {},
): Promise<string> {
  await sql`insert into shipments (id) values (${`of-${id}`})`.execute(db);
  await sql`insert into parcels (id, shipment_id, sender, label, batch)
    values (${id}, ${`of-${id}`}, ${sender}, 'blue', ${batch})`.execute(db);
  return id;
}

export interface ParcelRow {
  readonly status: string;
  readonly attempt: number;
  readonly handed_back: number;
  readonly label: string | null;
  readonly lease_until: Date | null;
  readonly failure_reason: string | null;
  readonly last_error: string | null;
  /** The state of its shipment. */
  readonly state: string;
}

export async function parcelRow(db: Db, id: string): Promise<ParcelRow | undefined> {
  const { rows } = await sql<ParcelRow>`
    select p.status, attempt, handed_back, label, lease_until, failure_reason, last_error, s.state
    from parcels p join shipments s on s.id = p.shipment_id where p.id = ${id}`.execute(db);
  return rows[0];
}

export const shipmentState = async (db: Db, id: string): Promise<string | undefined> => {
  const { rows } = await sql<{ state: string }>`select state from shipments where id = ${`of-${id}`}`.execute(
    db,
  );
  return rows[0]?.state;
};
