import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * Builds an index while the table is read and written, in a migration with `transaction: false`. A run that broke off
 * leaves an invalid index, which is dropped first; one that is complete stays, and nothing is done.
 * @param name of the index
 * @param definition what comes after the name: `sql\`on parcels (id) where status = 'sent'\``
 * @throws the error of the statement, such as a duplicate key of a unique index
 */
export async function createIndexConcurrently<T>(
  db: Kysely<T>,
  name: string,
  definition: RawBuilder<unknown>,
  { unique = false }: { readonly unique?: boolean } = {},
): Promise<void> {
  const found = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(quote_ident(${name}))`.execute(
    db,
  );
  if (found.rows[0]?.valid) return;
  if (found.rows[0]) await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
  const kind = sql.raw(unique ? 'unique index' : 'index');
  await sql`create ${kind} concurrently ${sql.id(name)} ${definition}`.execute(db);
}
