import { planFreely } from '@redline/service-kit/db';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../src/store/tables.ts';

/** Makes accounts `gen-1` to `gen-<count>`, each with a grant of a billion credits. */
export async function generateAccounts(db: Db, count: number): Promise<void> {
  await unguarded(db, [
    sql`insert into accounts select 'gen-' || i, 'gen-' || i || '@example.com', now()
      from generate_series(1, ${count}::int) i`,
    sql`insert into grants (id, account_id, site_id, bucket, amount, remaining, created_at)
      select 'grant-' || i, 'gen-' || i, 'us', 'booster', 1000000000, 1000000000, now()
      from generate_series(1, ${count}::int) i`,
    sql`insert into entries (grant_id, kind, amount, created_at)
      select 'grant-' || i, 'granted', 1000000000, now() from generate_series(1, ${count}::int) i`,
  ]);
}

/**
 * Makes charges of two credits from number `from` to `until`, spread over the accounts; every hundredth is refunded. It
 * passes by triggers and foreign keys, so it takes seconds for a hundred thousand.
 */
export async function generateCharges(
  db: Db,
  { from, until, accounts }: { readonly from: number; readonly until: number; readonly accounts: number },
): Promise<void> {
  const numbers = sql`generate_series(${from}::int, ${until}::int) i`;
  const owner = sql`(i % ${accounts}::int + 1)`;
  const id = sql`'text_' || lpad(i::text, 12, '0')`;
  const isRefunded = sql`i % 100 = 0`;
  await unguarded(db, [
    sql`insert into charges (id, account_id, site_id, tenant_id, amount, refunded, created_at)
      select ${id}, 'gen-' || ${owner}, 'us', '', 2, case when ${isRefunded} then 2 else 0 end, now() from ${numbers}`,
    sql`insert into charge_lines select ${id}, ${id}, 'text_check', 1, 2, 'text_check', null, false from ${numbers}`,
    sql`insert into entries (grant_id, kind, line_id, amount, created_at)
      select 'grant-' || ${owner}, 'charged', ${id}, -2, now() from ${numbers}`,
    sql`insert into refunds (line_id, charge_id, amount, created_at)
      select ${id}, ${id}, 2, now() from ${numbers} where ${isRefunded}`,
    sql`insert into entries (grant_id, kind, line_id, amount, created_at)
      select 'grant-' || ${owner}, 'refunded', ${id}, 2, now() from ${numbers} where ${isRefunded}`,
    sql`update grants g set remaining = remaining - s.amount
      from (
        select 'grant-' || ${owner} as id, sum(case when ${isRefunded} then 0 else 2 end) as amount
        from ${numbers} group by 1
      ) s where g.id = s.id`,
    sql`insert into usage (account_id, site_id, month, kind, count)
      select 'gen-' || ${owner}, 'us', date_trunc('month', now() at time zone 'UTC')::date, 'text_check',
        count(*) filter (where not ${isRefunded})
      from ${numbers} group by 1
      on conflict (account_id, site_id, month, kind) do update set count = usage.count + excluded.count`,
  ]);
}

async function unguarded(db: Db, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await planFreely(trx);
    await sql`select set_config('session_replication_role', 'replica', true), set_config('statement_timeout', '0', true)`.execute(
      trx,
    );
    for (const statement of statements) await statement.execute(trx);
  });
}
