import { sql } from 'kysely';
import type { OpenLine } from '../domain/reconciliation.ts';
import type { Db } from './tables.ts';

/**
 * Returns lines that cost credits or a trial use and were not refunded, in the order of their ids, which is that of the
 * time at which their records were made.
 * @param range ids between the two, without either
 */
export async function openLines(
  db: Db,
  range: { readonly after: string; readonly before: string },
  limit: number,
): Promise<readonly OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select l.line_id as "lineId", c.account_id as "accountId"
    from charge_lines l join charges c on c.id = l.charge_id join accounts a on a.id = c.account_id
    where l.line_id > ${range.after} and l.line_id < ${range.before}
      and (l.amount > 0 or l.is_trial)
      -- The records of a closed account are erased, and its credits have ended.
      and a.closed_at is null
      -- Records of test keys are gone after a day, and so is the allowance that paid.
      and c.site_id not like '%:test'
      -- The seconds that a video lasts beyond its declaration have no record of their own.
      and l.line_id not like '%:duration'
      and not exists (select from refunds r where r.line_id = l.line_id)
    order by l.line_id limit ${limit}`.execute(db);
  return rows;
}
