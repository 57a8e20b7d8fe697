import { randomUUID } from 'node:crypto';
import { billingEvents } from '@redline/contracts';
import { eventMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { type NewCharge, trialOf } from '../domain/charging.ts';
import type { LowCredits } from '../domain/low-credits.ts';
import { countBy } from '../domain/pricing.ts';
import type { Db } from './tables.ts';
import { utcMonth } from './utc-month.ts';

/** Postgres' error codes of violated constraints: not null, foreign key, unique, check (manual, appendix A). */
const brokenConstraint = /^23/;
/** The code of a lock that was not free within `lock_timeout`. */
const lockNotAvailable = '55P03';
/** Above what a batch of another replica takes; an account that is locked for longer must not hold up the others. */
const lockTimeoutMs = 250;

/** Tells whether charges of an account that is locked already are left out or wait. */
export type OnLocked = 'skip' | 'wait';

/** Charges that may leave less than a threshold. */
export interface LowCreditsToSay {
  readonly charges: readonly LowCredits[];
  readonly threshold: number;
}

/** Builds the event of a charge, but for the balance, which is known when it is written. */
function messageOf({ operationId, accountId, siteId }: LowCredits, threshold: number, now: Date) {
  // They are the account's, whoever of its tenants has spent them.
  const scope = { accountId, siteId, tenantId: '' };
  const { payload } = eventMessage(billingEvents.creditsLow, {
    ...{ version: 1, id: operationId, scope, occurredAt: now.toISOString() },
    ...{ balance: 0, threshold },
  });
  return { id: randomUUID(), payload: JSON.stringify(payload) };
}

/**
 * Writes charges in one statement, all or none. It locks their accounts first, in the order of their ids, so that two who
 * wait never wait in a circle. A charge whose facts have changed since violates a constraint (a grant
 * would fall below zero, a trial use rise above three, a line was charged or refunded already).
 * @param low those after which an account may have low credits: where it has, by the balance as it is written, an event
 *   says so in the same statement, if it is not said already
 * @param onLocked whether charges of accounts that are locked already are skipped, so that none waits for another, or wait
 * @returns ids of the operations that were written; a single one is not if its facts have changed, or its account is
 *   locked for long
 * @throws Error of the violated constraint, or of the lock, for several charges, of which none was written
 */
export async function writeCharges(
  db: Db,
  charges: readonly NewCharge[],
  now: Date,
  onLocked: OnLocked = 'skip',
  low?: LowCreditsToSay,
): Promise<ReadonlySet<string>> {
  try {
    const { rows } = await insertCharges(charges, now, onLocked, low).execute(db);
    return new Set(rows.map(({ id }) => id));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const isLocked = code === lockNotAvailable;
    if ((isLocked || brokenConstraint.test(code)) && charges.length === 1) return new Set();
    // Without the database's own error as its cause: that would mean that none of them can be written now.
    throw isLocked ? new Error('an account is locked for long') : error;
  }
}

/** Returns the parts of all charges in one list. */
const partsOf = <T>(charges: readonly NewCharge[], of: (charge: NewCharge) => Iterable<T>) =>
  charges.flatMap((charge) => [...of(charge)].map((part) => ({ chargeId: charge.operationId, part })));

/** Bounds the waiting of this one statement; a select is evaluated before the rows that it joins are locked. */
const patience = sql`(select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)) patience,`;

function insertCharges(
  charges: readonly NewCharge[],
  now: Date,
  onLocked: OnLocked,
  low: LowCreditsToSay = { charges: [], threshold: 1 },
) {
  const messages = low.charges.map((charge) => messageOf(charge, low.threshold, now));
  const lines = partsOf(charges, (charge) => charge.lines);
  const postings = partsOf(charges, (charge) => charge.postings);
  const usage = partsOf(charges, (charge) => countBy(charge.lines, (line) => line.usageKind));
  const trials = partsOf(charges, (charge) => countBy(charge.lines, trialOf));
  return sql<{ id: string }>`
    with locked as materialized (
      select a.id from ${onLocked === 'skip' ? sql`` : patience} accounts a
      where a.id = any(${charges.map((charge) => charge.accountId)})
      order by a.id for no key update of a ${onLocked === 'skip' ? sql`skip locked` : sql``}
    ), charged as (
      insert into charges (id, account_id, site_id, tenant_id, amount, created_at)
      select c.id, locked.id, c.site_id, c.tenant_id, c.amount, ${now}
      from unnest(
        ${charges.map((charge) => charge.operationId)}::text[], ${charges.map((charge) => charge.accountId)}::text[],
        ${charges.map((charge) => charge.ledgerSite)}::text[], ${charges.map((charge) => charge.tenantId)}::text[],
        ${charges.map((charge) => charge.amount)}::int[]
      ) c (id, account_id, site_id, tenant_id, amount) join locked on locked.id = c.account_id
      on conflict (id) do nothing
      returning id, account_id, site_id, created_at
    ), lined as (
      insert into charge_lines
        (line_id, charge_id, item, quantity, amount, usage_kind, product_line, is_trial)
      select l.line_id, charge_id, l.item, l.quantity, l.amount, l.usage_kind, l.product_line, l.is_trial
      from charged join unnest(
        ${lines.map(({ chargeId }) => chargeId)}::text[], ${lines.map(({ part }) => part.lineId)}::text[],
        ${lines.map(({ part }) => part.item)}::text[], ${lines.map(({ part }) => part.quantity)}::int[],
        ${lines.map(({ part }) => part.amount)}::int[], ${lines.map(({ part }) => part.usageKind)}::text[],
        ${lines.map(({ part }) => part.productLine)}::text[], ${lines.map(({ part }) => part.isTrial)}::boolean[]
      ) l (charge_id, line_id, item, quantity, amount, usage_kind, product_line, is_trial) on charge_id = id
    ), posted as (
      insert into entries (grant_id, kind, line_id, amount, created_at)
      select p.grant_id, 'charged', p.line_id, -p.amount, charged.created_at
      from charged join unnest(
        ${postings.map(({ chargeId }) => chargeId)}::text[], ${postings.map(({ part }) => part.grantId)}::text[],
        ${postings.map(({ part }) => part.lineId)}::text[], ${postings.map(({ part }) => part.amount)}::int[]
      ) p (charge_id, grant_id, line_id, amount) on charge_id = id
      returning grant_id, amount
    ), paid as (
      update grants g set remaining = g.remaining + p.amount
      from (select grant_id, sum(amount)::int as amount from posted group by grant_id) p
      where g.id = p.grant_id
      returning g.id, g.remaining
    ), counted as (
      insert into usage (account_id, site_id, month, kind, count)
      select account_id, site_id, ${utcMonth(sql`created_at`)} as month, kind, sum(count)::int
      from charged join unnest(
        ${usage.map(({ chargeId }) => chargeId)}::text[], ${usage.map(({ part: [kind] }) => kind)}::text[],
        ${usage.map(({ part: [, count] }) => count)}::int[]
      ) u (charge_id, kind, count) on charge_id = id
      group by account_id, site_id, month, kind
      on conflict (account_id, site_id, month, kind) do update set count = usage.count + excluded.count
    ), tried as (
      insert into product_lines (account_id, line, trial_used)
      select account_id, line, sum(uses)::int
      from charged join unnest(
        ${trials.map(({ chargeId }) => chargeId)}::text[], ${trials.map(({ part: [line] }) => line)}::text[],
        ${trials.map(({ part: [, uses] }) => uses)}::int[]
      ) t (charge_id, line, uses) on charge_id = id
      group by account_id, line
      on conflict (account_id, line) do update set trial_used = product_lines.trial_used + excluded.trial_used
    ), low as (
      insert into low_credits (account_id, site_id, charge_id, threshold, balance, said_at)
      select account_id, site_id, charged.id, ${low.threshold}::int, left_now.balance, ${now}
      from charged cross join lateral (
        select coalesce(sum(coalesce(paid.remaining, g.remaining)), 0)::int as balance
        from grants g left join paid on paid.id = g.id
        where g.account_id = charged.account_id and g.site_id = charged.site_id and g.open
          and (g.expires_at is null or g.expires_at > ${now})
      ) left_now
      where charged.id = any(${low.charges.map((charge) => charge.operationId)}::text[])
        and left_now.balance < ${low.threshold}::int
      on conflict (account_id, site_id) do nothing
      returning charge_id, balance
    ), said as (
      insert into outbox (id, subject, payload, headers)
      select m.id, ${billingEvents.creditsLow.subject},
        (m.payload || jsonb_build_object('balance', low.balance))::json, '{}'
      from low join unnest(
        ${low.charges.map((charge) => charge.operationId)}::text[], ${messages.map(({ id }) => id)}::text[],
        ${messages.map(({ payload }) => payload)}::jsonb[]
      ) m (charge_id, id, payload) using (charge_id)
    )
    select id from charged`;
}
