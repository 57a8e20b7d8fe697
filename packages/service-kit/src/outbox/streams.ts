import { type Kysely, sql } from 'kysely';
import type { Bus } from '../bus/types.ts';
import type { OutboxTables } from './tables.ts';

/** The ids in `outbox_streams` of the streams that are there now, by name. */
export type StreamIds = ReadonlyMap<string, number>;

/**
 * Looks up which streams are behind the names. A stream is told from an earlier one of its name by the time at which the
 * server made it.
 * @throws an error of the bus when NATS does not answer or a stream is missing
 */
export async function identifyStreams<DB extends OutboxTables>(
  db: Kysely<DB>,
  bus: Bus,
  names: readonly string[],
): Promise<StreamIds> {
  const infos = await Promise.all(names.map((name) => bus.manager.streams.info(name)));
  const created = infos.map((info) => info.created);
  await sql`
    insert into outbox_streams (name, created) select * from unnest(${names}::text[], ${created}::text[])
    on conflict do nothing`.execute(db);
  const { rows } = await sql<{ id: number; name: string }>`
    select s.id, s.name from outbox_streams s
    join unnest(${names}::text[], ${created}::text[]) as now (name, created) using (name, created)`.execute(
    db,
  );
  return new Map(rows.map(({ name, id }) => [name, id]));
}
