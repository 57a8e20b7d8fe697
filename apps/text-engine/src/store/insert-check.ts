import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import { countShard } from './count-shard.ts';
import type { Db } from './tables.ts';

export interface NewCheck {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly text: string;
  readonly platform: string;
  readonly vertical: string;
  readonly explainLocale: string;
}

/**
 * Inserts a check as `processing` and counts it, in one statement.
 * @returns `stored` when it is there, from now or from before; `too_late` when it is not and the deadline has passed
 */
export async function insertCheck(db: Db, check: NewCheck): Promise<'stored' | 'too_late'> {
  const { id, scope } = check;
  const { rows } = await sql<{ in_time: boolean; known: boolean }>`
    with deadline as materialized (
      select clock_timestamp() < to_timestamp(${check.deadlineMs}::float8 / 1000) as in_time
    ), inserted as (
      insert into text_checks
        (id, account_id, site_id, tenant_id, platform, vertical, explain_locale, text)
      select ${id}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId},
        ${check.platform}, ${check.vertical}, ${check.explainLocale}, ${check.text}
      from deadline where in_time
      on conflict (id) do nothing
      returning account_id, site_id, tenant_id
    ), counted as (
      insert into text_check_counts as counts (account_id, site_id, tenant_id, shard, total)
      select account_id, site_id, tenant_id, ${countShard()}::smallint, 1 from inserted
      on conflict (account_id, site_id, tenant_id, shard) do update set total = counts.total + 1
    )
    select in_time, exists (select from text_checks where id = ${id}) as known from deadline`.execute(db);
  // In time and not inserted means that a concurrent repeat has inserted it: this snapshot may be older than that.
  return rows[0]?.in_time || rows[0]?.known ? 'stored' : 'too_late';
}
