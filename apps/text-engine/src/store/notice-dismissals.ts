import type { Scope } from '@redline/contracts';
import type { Db } from './tables.ts';

/** The keys of the notices that a scope has dismissed, the oldest first. */
export async function dismissedKeys(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('notice_dismissals')
    .select('dismiss_key')
    .where('account_id', '=', scope.accountId)
    .where('site_id', '=', scope.siteId)
    .where('tenant_id', '=', scope.tenantId)
    .orderBy('dismissed_at')
    .orderBy('dismiss_key')
    .execute();
  return rows.map(({ dismiss_key }) => dismiss_key);
}

/** Keeps a dismissal; one that is there stays as it is. */
export async function keepDismissal(db: Db, scope: Scope, key: string): Promise<void> {
  await db
    .insertInto('notice_dismissals')
    .values({
      account_id: scope.accountId,
      site_id: scope.siteId,
      tenant_id: scope.tenantId,
      dismiss_key: key,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Forgets a dismissal, if there is one. */
export async function forgetDismissal(db: Db, scope: Scope, key: string): Promise<void> {
  await db
    .deleteFrom('notice_dismissals')
    .where('account_id', '=', scope.accountId)
    .where('site_id', '=', scope.siteId)
    .where('tenant_id', '=', scope.tenantId)
    .where('dismiss_key', '=', key)
    .execute();
}
