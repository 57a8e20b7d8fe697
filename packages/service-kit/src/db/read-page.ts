import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Records that are listed newest first, in stretches of one index. */
export interface PageSource {
  /** Has the columns `id` and `created_at`, by which the index orders each stretch. */
  readonly table: string;
  /** The columns that are read of each record; `id` and `"createdAt"` are among them. */
  readonly columns: RawBuilder<unknown>;
  /** A select of the stretches that are asked for, each with the `total` of its records. */
  readonly stretches: RawBuilder<unknown>;
  /** A record's condition of lying in one of `stretches`. */
  readonly inStretch: RawBuilder<unknown>;
}

/**
 * Reads one page of records, newest first, and how many there are in all, of one moment.
 *
 * The page is cut out of the index before any record is read, from its nearer end, so that the last page costs as little
 * as the first. What is read grows with the number of stretches: there should be a dozen at most.
 * @returns rows with the columns of the source
 */
export async function readPage<T extends object>(
  db: QueryExecutorProvider,
  { table: name, columns, stretches, inStretch }: PageSource,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly total: number; readonly rows: readonly T[] }> {
  const table = sql.table(name);
  const total = sql`(select total from counted)`;
  const { rows } = await sql<T & { total: number; isThere: boolean }>`
    with stretches as materialized (${stretches}
    ), counted as materialized (
      select coalesce(sum(total), 0)::bigint as total from stretches
    ), page as materialized (
      select id from ((select newest.id from stretches cross join lateral (
          select id, created_at from ${table} where ${inStretch}
            and ${total} > ${offset}::bigint and ${total} >= 2 * ${offset}::bigint
          order by created_at desc, id desc limit ${offset}::bigint + ${limit}::bigint
        ) newest
        order by newest.created_at desc, newest.id desc offset ${offset}::bigint limit ${limit}::bigint)
      union all
      (select oldest.id from stretches cross join lateral (
          select id, created_at from ${table} where ${inStretch}
            and ${total} > ${offset}::bigint and ${total} < 2 * ${offset}::bigint
          order by created_at, id limit greatest(${total} - ${offset}::bigint, 0)
        ) oldest
        order by oldest.created_at, oldest.id
        offset greatest(${total} - ${offset}::bigint - ${limit}::bigint, 0)
        limit least(${limit}::bigint, greatest(${total} - ${offset}::bigint, 0)))) ends
      limit ${limit}::bigint
    )
    select counted.total, listed.id is not null as "isThere", listed.*
    from counted left join (select ${columns} from page join ${table} using (id)) listed on true
    order by listed."createdAt" desc, listed.id desc`.execute(db);
  return { total: rows[0]?.total ?? 0, rows: rows.filter(({ isThere }) => isThere) };
}
