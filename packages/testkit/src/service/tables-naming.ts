import { type Kysely, sql } from 'kysely';

/**
 * Counts rows that hold a text in any of their columns, inside JSON too, over all tables of a database: what an erasure
 * has left, in tables that whoever wrote it did not think of as well.
 * @returns the counts by table, without those of 0
 */
export async function tablesNaming<DB>(db: Kysely<DB>, text: string): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} searched
      where strpos(searched::text, ${text}) > 0`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}
