import { type QueryExecutorProvider, sql } from 'kysely';

/** Returns the messages of the outbox whose payload names an id, in the order of writing. */
export async function outboxOf(db: QueryExecutorProvider, id: string) {
  const { rows } = await sql<{ subject: string; payload: unknown }>`
    select subject, payload from outbox where payload->>'id' = ${id} order by position`.execute(db);
  return rows;
}

/** Returns the subjects of those messages. */
export const subjectsOf = async (db: QueryExecutorProvider, id: string) =>
  (await outboxOf(db, id)).map(({ subject }) => subject);

/** Makes a record look as if it had last changed so long ago, and its lease, if it has one, had ended then. */
export async function ageRecord(
  db: QueryExecutorProvider,
  { table, id, byMs }: { readonly table: string; readonly id: string; readonly byMs: number },
): Promise<void> {
  await sql`update ${sql.table(table)} set
      updated_at = updated_at - ${byMs}::float8 * interval '1 ms',
      lease_until = now() - ${byMs}::float8 * interval '1 ms' + (lease_until - lease_until)
    where id = ${id}`.execute(db);
}
