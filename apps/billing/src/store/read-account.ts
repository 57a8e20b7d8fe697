import type { SiteId } from '@redline/contracts';
import { sql } from 'kysely';
import type { Subscription } from '../domain/plans.ts';
import type { Db, GrantsTable, UsageTable } from './tables.ts';
import { utcMonth } from './utc-month.ts';

/** The state of an account on one site; credits are those that can be spent now. */
export interface AccountState {
  readonly subscription: Subscription | null;
  readonly credits: Readonly<Record<GrantsTable['bucket'], number>>;
  /** Credits that expire before the given time, and when the first of them do. */
  readonly expiring: { readonly amount: number; readonly expiresAt: Date } | null;
  /** Counts of the current calendar month (UTC). */
  readonly usage: Readonly<Record<UsageTable['kind'], number>>;
}

type Row = AccountState['credits'] &
  AccountState['usage'] & {
    plan: string | null;
    renews_at: Date | null;
    expiring: number;
    first_expiry: Date | null;
  };

/**
 * Reads an account on one site, in one round trip and from one snapshot.
 * @param expiringBefore credits that expire before this time are counted as expiring
 * @returns null if there is no such account, or it is closed
 */
export async function readAccount(
  db: Db,
  on: { readonly accountId: string; readonly siteId: SiteId },
  now: Date,
  expiringBefore: Date,
): Promise<AccountState | null> {
  const { rows } = await sql<Row>`
    select s.plan, s.renews_at, g.*, u.*
    from accounts a
    left join subscriptions s on s.account_id = a.id and s.site_id = ${on.siteId}
    cross join lateral (
      select
        coalesce(sum(remaining) filter (where bucket = 'subscription'), 0)::bigint as subscription,
        coalesce(sum(remaining) filter (where bucket = 'activity'), 0)::bigint as activity,
        coalesce(sum(remaining) filter (where bucket = 'booster'), 0)::bigint as booster,
        coalesce(sum(remaining) filter (where expires_at <= ${expiringBefore}), 0)::bigint as expiring,
        min(expires_at) filter (where expires_at <= ${expiringBefore}) as first_expiry
      from grants
      where account_id = a.id and site_id = ${on.siteId} and open
        and (expires_at is null or expires_at > ${now})
    ) g
    cross join lateral (
      select
        coalesce(sum(count) filter (where kind = 'text_check'), 0)::bigint as text_check,
        coalesce(sum(count) filter (where kind = 'image_check'), 0)::bigint as image_check,
        coalesce(sum(count) filter (where kind = 'video_check'), 0)::bigint as video_check,
        coalesce(sum(count) filter (where kind = 'batch'), 0)::bigint as batch
      from usage
      where account_id = a.id and site_id = ${on.siteId} and month = ${utcMonth(sql`${now}::timestamptz`)}
    ) u
    where a.id = ${on.accountId} and a.closed_at is null`.execute(db);
  const row = rows[0];
  return row ? toState(row) : null;
}

function toState(row: Row): AccountState {
  const { plan, renews_at, expiring, first_expiry, ...counts } = row;
  return {
    subscription: plan === null ? null : { plan, renewsAt: renews_at },
    credits: { subscription: counts.subscription, activity: counts.activity, booster: counts.booster },
    expiring: first_expiry && { amount: expiring, expiresAt: first_expiry },
    usage: {
      text_check: counts.text_check,
      image_check: counts.image_check,
      video_check: counts.video_check,
      batch: counts.batch,
    },
  };
}
