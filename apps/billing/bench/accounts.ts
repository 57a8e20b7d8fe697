import { createId } from '@redline/service-kit/ids';
import type { charge } from '../src/handlers/charge.ts';
import { insertAccount } from '../src/store/accounts.ts';
import { insertGrant } from '../src/store/insert-grant.ts';
import type { Db } from '../src/store/tables.ts';

/** Charges a text check. @throws Error if it is not charged */
export async function order(handle: ReturnType<typeof charge>, accountId: string): Promise<void> {
  const operationId = createId('text');
  const lines = [{ lineId: operationId, item: 'text_check' as const, quantity: 1 }];
  const deadlineMs = Date.now() + 10_000;
  const request = { operationId, accountId, siteId: 'us' as const, tenantId: '', deadlineMs, lines };
  const reply = await handle(request, nobody);
  if (reply.outcome !== 'charged') throw new Error(JSON.stringify(reply));
}

/** The handler of a charge reads nothing of its message. */
const nobody = undefined as never;

/** Creates accounts with a million credits each. */
export async function fillAccounts(db: Db, accountCount: number): Promise<string[]> {
  const accounts = Array.from({ length: accountCount }, () => createId('acct'));
  const at = new Date();
  for (const accountId of accounts) {
    await insertAccount(db, { id: accountId, email: `${accountId}@example.com` }, at);
    const grant = { accountId, siteId: 'us', bucket: 'booster', amount: 1_000_000, expiresAt: null } as const;
    await insertGrant(db, { id: createId('grant'), ...grant }, at);
  }
  return accounts;
}
