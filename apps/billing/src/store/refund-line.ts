import { sql } from 'kysely';
import { lockAccount } from './lock-account.ts';
import type { RefundsTable, Trx } from './tables.ts';
import { utcMonth } from './utc-month.ts';

export type RefundOutcome = 'refunded' | 'refunded_before' | 'tombstoned';

/**
 * Refunds a line's credits to the grants that paid it, at most once, with its count of usage and its trial use. For a
 * line that was not charged it inserts a tombstone, so that a late charge of it is refused.
 * @param line `lineId` is the record's id, `accountId` its owner's
 * @returns the outcome, and the credits refunded now
 * @throws Error if the line was charged to another account
 */
export async function refundLine(
  trx: Trx,
  line: { readonly lineId: string; readonly accountId: string },
  now: Date,
): Promise<{ readonly outcome: RefundOutcome; readonly credits: number }> {
  await lockAccount(trx, line.accountId);
  const charged = await trx
    .selectFrom('charge_lines')
    .innerJoin('charges', 'charges.id', 'charge_lines.charge_id')
    .select('charges.account_id')
    .where('charge_lines.line_id', '=', line.lineId)
    .executeTakeFirst();
  if (!charged) {
    const marked = await sql`
      insert into refunds (line_id, amount, created_at) values (${line.lineId}, 0, ${now})
      on conflict do nothing`.execute(trx);
    return { outcome: marked.numAffectedRows === 1n ? 'tombstoned' : 'refunded_before', credits: 0 };
  }
  if (charged.account_id !== line.accountId) {
    throw new Error(`${line.lineId} was charged to ${charged.account_id}, not to ${line.accountId}`);
  }
  const { rows } = await giveBack(line.lineId, now).execute(trx);
  const [refund] = rows;
  if (refund && refund.amount > 0) await lift(line.lineId, now).execute(trx);
  return refund
    ? { outcome: 'refunded', credits: refund.amount }
    : { outcome: 'refunded_before', credits: 0 };
}

function giveBack(lineId: string, now: Date) {
  return sql<Pick<RefundsTable, 'amount'>>`
    with refund as (
      insert into refunds (line_id, charge_id, amount, created_at)
      select line_id, charge_id, amount, ${now} from charge_lines where line_id = ${lineId}
      on conflict do nothing
      returning line_id, charge_id, amount
    ), posted as (
      insert into entries (grant_id, kind, line_id, amount, created_at)
      select e.grant_id, 'refunded', e.line_id, -e.amount, ${now}
      from entries e join refund r on r.line_id = e.line_id
      where e.kind = 'charged'
      returning grant_id, amount
    ), returned as (
      update grants g set remaining = g.remaining + p.amount from posted p where g.id = p.grant_id
    ), reduced as (
      update charges c set refunded = c.refunded + r.amount from refund r where c.id = r.charge_id
      returning c.account_id, c.site_id, ${utcMonth(sql`c.created_at`)} as month
    ), uncounted as (
      update usage u set count = u.count - 1
      from reduced c, charge_lines l
      where l.line_id = ${lineId} and u.kind = l.usage_kind
        and u.account_id = c.account_id and u.site_id = c.site_id and u.month = c.month
    ), untried as (
      update product_lines p set trial_used = p.trial_used - 1
      from reduced c, charge_lines l
      where l.line_id = ${lineId} and l.is_trial and p.account_id = c.account_id and p.line = l.product_line
    )
    select amount from refund`;
}

/** Credits that the refund has lifted to the threshold are low no more, so that it is said again when they fall. */
const lift = (lineId: string, now: Date) => sql`
  delete from low_credits l
  using charge_lines r join charges c on c.id = r.charge_id
  where r.line_id = ${lineId} and l.account_id = c.account_id and l.site_id = c.site_id
    and l.threshold <= (
      select sum(remaining) from grants g
      where g.account_id = c.account_id and g.site_id = c.site_id and g.open
        and (g.expires_at is null or g.expires_at > ${now}))`;
