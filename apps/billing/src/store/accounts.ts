import type { ProductLineName, SiteId } from '@redline/contracts';
import type { Subscription } from '../domain/plans.ts';
import type { Db } from './tables.ts';

export interface NewAccount {
  readonly id: string;
  /** In lower case. */
  readonly email: string;
}

/** Inserts an account; false if there is or was one of this id. */
export async function insertAccount(db: Db, account: NewAccount, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts')
    .values({ ...account, created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Tells whether there is such an account and it is not closed. */
export async function accountExists(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Tells whether there is or was such an account: the books of a closed one are kept. */
export async function isKnownAccount(db: Db, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}

/** Reads who an account is; undefined if there is none. */
export async function readIdentity(db: Db, accountId: string) {
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'created_at as createdAt', 'closed_at as closedAt'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const productLines = await db
    .selectFrom('product_lines')
    .select(['line', 'enabled', 'trial_used as trialUsed'])
    .where('account_id', '=', accountId)
    .orderBy('line')
    .execute();
  return { ...account, productLines };
}

/** Returns the number of accounts. */
export async function countAccounts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns null if the account does not exist or is closed; `subscription` is null if it never had one on the site */
export async function readSubscription(
  db: Db,
  accountId: string,
  siteId: SiteId,
): Promise<{ readonly subscription: Subscription | null } | null> {
  const row = await db
    .selectFrom('accounts as a')
    .leftJoin('subscriptions as s', (join) =>
      join.onRef('s.account_id', '=', 'a.id').on('s.site_id', '=', siteId),
    )
    .select(['s.plan', 's.renews_at'])
    .where('a.id', '=', accountId)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  return { subscription: row.plan === null ? null : { plan: row.plan, renewsAt: row.renews_at } };
}

/** Sets the plan of an existing account. */
export async function upsertSubscription(
  db: Db,
  subscription: { readonly accountId: string; readonly siteId: SiteId } & Subscription,
  now: Date,
): Promise<void> {
  const { accountId, siteId, plan, renewsAt } = subscription;
  const values = { plan, renews_at: renewsAt, updated_at: now };
  await db
    .insertInto('subscriptions')
    .values({ account_id: accountId, site_id: siteId, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'site_id']).doUpdateSet(values))
    .execute();
}

/** Enables a product line of an existing account. Its trial uses stay counted. */
export async function enableProductLine(db: Db, accountId: string, line: ProductLineName): Promise<void> {
  await db
    .insertInto('product_lines')
    .values({ account_id: accountId, line, enabled: true })
    .onConflict((conflict) => conflict.columns(['account_id', 'line']).doUpdateSet({ enabled: true }))
    .execute();
}
