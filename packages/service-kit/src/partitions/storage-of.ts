import { type Kysely, type RawBuilder, sql } from 'kysely';

/** Returns the storage parameters of a table as `with (…)`, for another one; nothing where it has none. */
export async function storageOf<DB>(db: Kysely<DB>, table: string): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ storage: string | null }>`
    select array_to_string(reloptions, ', ') as storage from pg_class
    where oid = to_regclass(quote_ident(${table}))`.execute(db);
  const storage = rows[0]?.storage;
  return storage ? sql`with (${sql.raw(storage)})` : sql``;
}
