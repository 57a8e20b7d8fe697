import { randomUUID } from 'node:crypto';
import { decideCharge } from '../src/domain/charging.ts';
import { insertAccount } from '../src/store/accounts.ts';
import { insertGrant } from '../src/store/insert-grant.ts';
import { readChargeFacts } from '../src/store/read-charge-facts.ts';
import { refundLine } from '../src/store/refund-line.ts';
import type { Db } from '../src/store/tables.ts';
import { writeCharges } from '../src/store/write-charges.ts';
import { chargeOrder } from './fixtures.ts';

/** Charges an operation. @throws Error if it is not charged */
export async function chargeNow(db: Db, order: ReturnType<typeof chargeOrder>): Promise<void> {
  const now = new Date();
  const [facts = null] = await readChargeFacts(db, [order], now);
  const decision = decideCharge(order, facts, now);
  if (decision.kind !== 'write') throw new Error(JSON.stringify(decision.reply));
  const written = await writeCharges(db, [decision.charge], now);
  if (!written.has(order.operationId)) throw new Error(`${order.operationId} was not written`);
}

/**
 * An account with a grant of 10, a check that it paid and one that was refunded; and on the main site a grant of 10 and a
 * check that used up a trial.
 */
export async function fillAccount(db: Db, account: string): Promise<void> {
  const now = new Date();
  await insertAccount(db, { id: account, email: `${randomUUID()}@example.com` }, now);
  const grant = { accountId: account, bucket: 'booster', amount: 10, expiresAt: null } as const;
  await insertGrant(db, { ...grant, id: `${account}-grant`, siteId: 'us' }, now);
  await insertGrant(db, { ...grant, id: `${account}-main`, siteId: 'main' }, now);
  for (const operationId of [`${account}-paid`, `${account}-refunded`]) {
    await chargeNow(db, chargeOrder(account, { operationId }));
  }
  const operationId = `${account}-trial`;
  const trial = { lineId: operationId, item: 'text_check', quantity: 1, productLine: 'duanju' } as const;
  await chargeNow(db, chargeOrder(account, { operationId, siteId: 'main', lines: [trial] }));
  const line = { lineId: `${account}-refunded`, accountId: account };
  await db.transaction().execute((trx) => refundLine(trx, line, now));
}
