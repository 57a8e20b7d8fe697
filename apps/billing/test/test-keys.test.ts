import { billingRequests, testTenantOf } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { openLines } from '../src/store/open-lines.ts';
import { chargeOrder, publishEnd, refunded, setUpBilling, textLine } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, db, accountWith, createAccount, charge, facts, balance } = billing;
const tenantId = testTenantOf('');
const dayMs = 86_400_000;

afterEach(async () => {
  billing.clock.now = () => new Date();
  expect(await billing.differences()).toEqual([]);
});

/** Seconds of video cost a credit each: a charge of as many credits. */
const seconds = (quantity: number, lineId: string = createId('video')) => ({
  operationId: lineId,
  tenantId,
  lines: [{ lineId, item: 'video_second' as const, quantity }],
});

const allowancesOf = (accountId: string) =>
  db
    .selectFrom('grants')
    .select(['id', 'amount', 'remaining'])
    .where('account_id', '=', accountId)
    .where('site_id', '=', 'us:test')
    .orderBy('id')
    .execute();

const quoteOf = async (accountId: string) => {
  const lines = [{ item: 'text_check' as const, quantity: 1 }];
  return ask(billingRequests.quote, { accountId, siteId: 'us', tenantId, lines, laterLines: [] });
};

describe('a charge of a test key', () => {
  it('is paid from the allowance, outside credits, usage and the list of grants', async () => {
    const accountId = await accountWith(10);
    const before = await facts(accountId);
    expect(await charge(accountId, { tenantId })).toEqual({ outcome: 'charged', amount: 2 });
    expect(await facts(accountId)).toEqual(before);
    expect(await allowancesOf(accountId)).toMatchObject([{ amount: 100, remaining: 98 }]);
    const grants = await ask(billingRequests.grantsList, { accountId, limit: 10, after: null });
    expect(grants).toMatchObject({ outcome: 'listed', grants: [{ siteId: 'us', remaining: 10 }] });
    const charges = await ask(billingRequests.chargesList, { accountId, limit: 10, before: null });
    expect(charges).toMatchObject({ charges: [{ siteId: 'us', tenantId, amount: 2 }] });
  });

  it('needs no credits and no plan, and never more than the allowance is taken in a day', async () => {
    const accountId = await createAccount();
    const orders = Array.from({ length: 30 }, () => charge(accountId, seconds(7)));
    const replies = await Promise.all(orders);
    expect(replies.filter(({ outcome }) => outcome === 'charged')).toHaveLength(14);
    expect(replies).toContainEqual({
      outcome: 'insufficient_credits',
      requiredCredits: 7,
      currentBalance: 2,
    });
    expect(await allowancesOf(accountId)).toMatchObject([{ amount: 100, remaining: 2 }]);
  });

  it('is never paid from credits, however many there are', async () => {
    const accountId = await accountWith(1_000);
    await charge(accountId, seconds(100));
    expect(await charge(accountId, { tenantId })).toMatchObject({ outcome: 'insufficient_credits' });
    expect(await balance(accountId)).toBe(1_000);
  });

  it('cannot make the allowance pay more than it is, whoever writes it', async () => {
    const accountId = await createAccount();
    await charge(accountId, seconds(100));
    const over = sql`update grants set remaining = -1 where account_id = ${accountId}`;
    await expect(over.execute(db)).rejects.toThrow('grants_remaining_within_amount');
  });

  it('is taken once when it comes many times at the same moment', async () => {
    const accountId = await createAccount();
    const order = chargeOrder(accountId, { tenantId });
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(billingRequests.charge, order)));
    for (const reply of replies) expect(reply).toEqual({ outcome: 'charged', amount: 2 });
    expect(await allowancesOf(accountId)).toMatchObject([{ remaining: 98 }]);
  });

  it('under the id of a live one is a bug of the caller, and takes nothing', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    await ask(billingRequests.charge, order);
    await expect(ask(billingRequests.charge, { ...order, tenantId })).rejects.toMatchObject({ code: 'bug' });
    expect(await allowancesOf(accountId)).toMatchObject([{ remaining: 100 }]);
  });

  it('uses up no trial of a product line', async () => {
    const accountId = await createAccount();
    for (let uses = 0; uses < 4; uses++) {
      const lines = [{ ...textLine(), productLine: 'duanju' as const }];
      expect(await charge(accountId, { siteId: 'main', tenantId, lines })).toMatchObject({
        outcome: 'charged',
      });
    }
    const used = await db
      .selectFrom('product_lines')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    expect(used).toEqual([]);
  });
});

describe('an allowance', () => {
  it('is new on the next day', async () => {
    const accountId = await createAccount();
    await charge(accountId, seconds(100));
    billing.clock.now = () => new Date(Date.now() + dayMs);
    const deadlineMs = Date.now() + 2 * dayMs;
    expect(await charge(accountId, { ...seconds(100), deadlineMs })).toMatchObject({ outcome: 'charged' });
    expect(await allowancesOf(accountId)).toMatchObject([{ remaining: 0 }, { remaining: 0 }]);
  });

  it('gets back what a failed record has cost, that of its day, also after it', async () => {
    const accountId = await accountWith(10);
    const [first, second] = [seconds(60), seconds(40)];
    await charge(accountId, first);
    await charge(accountId, second);
    await publishEnd(billing.bus, { accountId, id: first.operationId });
    await refunded(db, first.operationId);
    expect(await allowancesOf(accountId)).toMatchObject([{ remaining: 60 }]);
    billing.clock.now = () => new Date(Date.now() + dayMs);
    await charge(accountId, { ...seconds(1), deadlineMs: Date.now() + 2 * dayMs });
    await publishEnd(billing.bus, { accountId, id: second.operationId });
    await refunded(db, second.operationId);
    expect(await allowancesOf(accountId)).toMatchObject([{ remaining: 100 }, { remaining: 99 }]);
    expect(await balance(accountId)).toBe(10);
  });

  it('is what a quote is covered by, which opens none', async () => {
    const accountId = await createAccount();
    expect(await quoteOf(accountId)).toMatchObject({ amount: 2, currentBalance: 100 });
    expect(await allowancesOf(accountId)).toEqual([]);
    await charge(accountId, seconds(99));
    expect(await quoteOf(accountId)).toMatchObject({ amount: 2, currentBalance: 1 });
  });

  it('is left out when charges are compared with records, which are gone after a day', async () => {
    const accountId = await accountWith(10);
    const [live, test] = [chargeOrder(accountId), chargeOrder(accountId, { tenantId })];
    for (const order of [live, test]) await ask(billingRequests.charge, order);
    const lines = await openLines(db, { after: 'text_', before: 'text_z' }, 1_000);
    const ids = lines.map(({ lineId }) => lineId);
    expect([ids.includes(live.operationId ?? ''), ids.includes(test.operationId ?? '')]).toEqual([
      true,
      false,
    ]);
  });
});
