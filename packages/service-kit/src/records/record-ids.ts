import { type Kysely, type RawBuilder, sql } from 'kysely';
import { inScope, planAnew } from '../db/index.ts';
import type { RecordTable } from './record-kind.ts';

interface Cursor {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly id: string;
}

interface IdsRequest {
  readonly scope: { readonly accountId: string; readonly siteId: string; readonly tenantId: string };
  /** The last record of the previous page; null for the first page. */
  readonly after: Cursor | null;
}

/**
 * Answers with ids of the records of a scope, newest first, a page at a time.
 * @param options.isListed the condition of the index over `(account_id, site_id, tenant_id, created_at desc, id desc)`
 */
export const recordIdsHandler =
  <DB>(
    db: Kysely<DB>,
    { table }: RecordTable,
    options: { readonly isListed: RawBuilder<boolean>; readonly pageMax: number },
  ) =>
  async ({ scope, after }: IdsRequest): Promise<{ ids: string[]; next: Cursor | null }> => {
    const { rows } = await sql<{ id: string; createdAt: Date }>`${planAnew}
      select id, created_at as "createdAt" from ${sql.table(table)}
      where ${inScope(scope)} and ${options.isListed}
        ${after ? sql`and (created_at, id) < (${new Date(after.createdAt)}, ${after.id})` : sql``}
      order by created_at desc, id desc limit ${options.pageMax}::bigint`.execute(db);
    const last = rows.at(-1);
    const isFull = rows.length === options.pageMax;
    return {
      ids: rows.map(({ id }) => id),
      next: last && isFull ? { createdAt: last.createdAt.toISOString(), id: last.id } : null,
    };
  };
