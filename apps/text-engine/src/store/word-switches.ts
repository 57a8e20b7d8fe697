import type { Scope, WordSwitch } from '@redline/contracts';
import { sql } from 'kysely';
import { lockWordAccount } from './lock-word-account.ts';
import type { Db, Trx } from './tables.ts';
import { inScope } from './word-change.ts';

/** Tells whether a switch is on; it is until it is turned off. */
export async function readSwitch(db: Db, scope: Scope, of: WordSwitch): Promise<boolean> {
  const { rows } = await (of === 'account'
    ? sql<{ enabled: boolean }>`select enabled from word_accounts where account_id = ${scope.accountId}`
    : sql<{ enabled: boolean }>`select enabled from word_scopes where ${inScope(scope)}`
  ).execute(db);
  return rows[0]?.enabled ?? true;
}

/** Turns a switch. The words stay as they are and every check that is taken from now on goes by it. */
export async function setSwitch(
  trx: Trx,
  { scope, of, enabled }: { readonly scope: Scope; readonly of: WordSwitch; readonly enabled: boolean },
): Promise<void> {
  const { accountId, siteId, tenantId } = scope;
  await lockWordAccount(trx, accountId);
  if (of === 'account') {
    await sql`update word_accounts set enabled = ${enabled} where account_id = ${accountId}`.execute(trx);
    return;
  }
  await sql`
    insert into word_scopes (account_id, site_id, tenant_id, enabled)
    values (${accountId}, ${siteId}, ${tenantId}, ${enabled})
    on conflict (account_id, site_id, tenant_id) do update set enabled = excluded.enabled`.execute(trx);
}

/** Counts the words of an account, over all sites and tenants. */
export async function usedWords(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{
    used: number;
  }>`select used from word_accounts where account_id = ${accountId}`.execute(db);
  return rows[0]?.used ?? 0;
}
