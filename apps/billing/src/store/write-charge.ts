import { sql } from 'kysely';
import { type NewCharge, trialOf } from '../domain/charging.ts';
import { countBy } from '../domain/pricing.ts';
import type { Db } from './tables.ts';
import { utcMonth } from './utc-month.ts';

/** Postgres' classes of a broken constraint: not null, foreign key, unique, check (manual, appendix A). */
const brokenConstraint = /^23/;

/**
 * Writes a charge in one statement, all of it or nothing. It locks the account first; what was decided on facts that
 * have changed since breaks a constraint (a grant would fall below zero, a trial rise above three, a line is charged
 * or refunded already).
 * @returns false when nothing was written because the facts have changed
 */
export async function writeCharge(db: Db, charge: NewCharge, now: Date): Promise<boolean> {
  try {
    const { rows } = await insertCharge(charge, now).execute(db);
    return rows.length === 1;
  } catch (error) {
    if (error instanceof Error && 'code' in error && brokenConstraint.test(String(error.code))) return false;
    throw error;
  }
}

function insertCharge({ operationId, accountId, siteId, tenantId, ...charge }: NewCharge, now: Date) {
  const { lines, postings } = charge;
  const usage = countBy(lines, (line) => line.usageKind);
  const trials = countBy(lines, trialOf);
  return sql<{ id: string }>`
    with charged as (
      insert into charges (id, account_id, site_id, tenant_id, amount, created_at)
      select ${operationId}, a.id, ${siteId}, ${tenantId}, ${charge.amount}, ${now}
      from (select id from accounts where id = ${accountId} for no key update) a
      on conflict (id) do nothing
      returning id, created_at
    ), lined as (
      insert into charge_lines
        (line_id, charge_id, item, quantity, amount, usage_kind, product_line, is_trial)
      select l.line_id, charged.id, l.item, l.quantity, l.amount, l.usage_kind, l.product_line, l.is_trial
      from charged, unnest(
        ${lines.map((line) => line.lineId)}::text[], ${lines.map((line) => line.item)}::text[],
        ${lines.map((line) => line.quantity)}::int[], ${lines.map((line) => line.amount)}::int[],
        ${lines.map((line) => line.usageKind)}::text[], ${lines.map((line) => line.productLine)}::text[],
        ${lines.map((line) => line.isTrial)}::boolean[]
      ) l (line_id, item, quantity, amount, usage_kind, product_line, is_trial)
    ), posted as (
      insert into entries (grant_id, kind, line_id, amount, created_at)
      select p.grant_id, 'charged', p.line_id, -p.amount, charged.created_at
      from charged, unnest(
        ${postings.map((posting) => posting.grantId)}::text[],
        ${postings.map((posting) => posting.lineId)}::text[],
        ${postings.map((posting) => posting.amount)}::int[]
      ) p (grant_id, line_id, amount)
      returning grant_id, amount
    ), paid as (
      update grants g set remaining = g.remaining + p.amount
      from (select grant_id, sum(amount)::int as amount from posted group by grant_id) p
      where g.id = p.grant_id
    ), counted as (
      insert into usage (account_id, site_id, month, kind, count)
      select ${accountId}, ${siteId}, ${utcMonth(sql`charged.created_at`)}, u.kind, u.count
      from charged, unnest(${[...usage.keys()]}::text[], ${[...usage.values()]}::int[]) u (kind, count)
      on conflict (account_id, site_id, month, kind) do update set count = usage.count + excluded.count
    ), tried as (
      insert into product_lines (account_id, line, trial_used)
      select ${accountId}, t.line, t.uses
      from charged, unnest(${[...trials.keys()]}::text[], ${[...trials.values()]}::int[]) t (line, uses)
      on conflict (account_id, line) do update set trial_used = product_lines.trial_used + excluded.trial_used
    )
    select id from charged`;
}
