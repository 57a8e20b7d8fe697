import { billingRequests } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { charge as chargeHandler } from '../src/handlers/charge.ts';
import { lockAccount } from '../src/store/lock-account.ts';
import { chargeOrder, depsOf, setUpBilling, textLine } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, createAccount, accountWith, grant, charge, facts, balance } = billing;

afterEach(async () => {
  billing.clock.now = () => new Date();
  expect(await billing.differences()).toEqual([]);
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('a charge', () => {
  it('takes the price of the plan, and counts the check at once', async () => {
    const accountId = await accountWith(10);
    expect(await charge(accountId)).toEqual({ outcome: 'charged', amount: 2 });
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'enterprise' });
    expect(await charge(accountId)).toEqual({ outcome: 'charged', amount: 1 });
    const { credits, usageThisMonth } = await facts(accountId);
    expect(credits).toMatchObject({ total: 7, booster: 7, subscription: 0, activity: 0 });
    expect(usageThisMonth.textChecks).toBe(2);
  });

  it('is taken once, however often and however late it is repeated', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    const first = await ask(billingRequests.charge, order);
    billing.clock.now = () => new Date(order.deadlineMs + 1);
    expect(await ask(billingRequests.charge, order)).toEqual(first);
    expect(await balance(accountId)).toBe(8);
  });

  it('is taken once when it comes many times at the same moment', async () => {
    const accountId = await accountWith(100);
    const order = chargeOrder(accountId);
    const replies = await Promise.all(Array.from({ length: 40 }, () => ask(billingRequests.charge, order)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(
      new Set([JSON.stringify({ outcome: 'charged', amount: 2 })]),
    );
    expect(await balance(accountId)).toBe(98);
  });

  it('under the id of another bill is a bug of the caller, and takes nothing', async () => {
    const accountId = await accountWith(10);
    const operationId = createId('text');
    await charge(accountId, { operationId });
    await expect(charge(accountId, { operationId, lines: [textLine()] })).rejects.toMatchObject({
      code: 'bug',
    });
    const another = await accountWith(10);
    await expect(charge(another, { operationId })).rejects.toMatchObject({ code: 'bug' });
    expect([await balance(accountId), await balance(another)]).toEqual([8, 10]);
  });

  it('of a line that another operation paid is a bug of the caller, and takes nothing', async () => {
    const accountId = await accountWith(10);
    const lines = [textLine()];
    await charge(accountId, { lines });
    await expect(charge(accountId, { lines })).rejects.toMatchObject({ code: 'bug' });
    expect(await balance(accountId)).toBe(8);
  });

  it('that is a bug of its caller takes no charge of the same moment with it', async () => {
    const accountId = await accountWith(100);
    const operationId = createId('text');
    await charge(accountId, { operationId });
    const bug = charge(accountId, { operationId, lines: [textLine()] });
    const good = Array.from({ length: 10 }, () => charge(accountId));
    await expect(bug).rejects.toMatchObject({ code: 'bug' });
    for (const one of good) expect(await one).toEqual({ outcome: 'charged', amount: 2 });
    expect(await balance(accountId)).toBe(100 - 2 * 11);
  });

  it('of an account that is locked holds up no other account’s, also while charges wait together', async () => {
    const [held, free] = [await accountWith(10), await accountWith(10)];
    const trx = await billing.db.startTransaction().execute();
    await lockAccount(trx, held);
    const [waiting, passing] = [charge(held), charge(free)];
    expect(await passing).toEqual({ outcome: 'charged', amount: 2 });
    // Now all wait together, and the locked account is soon charged alone.
    for (let more = 0; more < 3; more++)
      expect(await charge(free)).toEqual({ outcome: 'charged', amount: 2 });
    await trx.rollback().execute();
    expect(await waiting).toEqual({ outcome: 'charged', amount: 2 });
  });

  it('on several replicas takes every credit once, down to the last one', async () => {
    const accountId = await accountWith(2 * 150);
    const replicas = [1, 2, 3].map(() => chargeHandler(depsOf(billing.db, billing.clock)));
    const orders = Array.from({ length: 180 }, () => chargeOrder(accountId));
    const replies = await Promise.all(
      orders.map((order, index) => replicas[index % 3]?.({ ...order, tenantId: '' }, undefined as never)),
    );
    const outcomes = replies.map((reply) => reply?.outcome);
    expect(outcomes.filter((outcome) => outcome === 'charged')).toHaveLength(150);
    expect(outcomes.filter((outcome) => outcome === 'insufficient_credits')).toHaveLength(30);
    expect(await balance(accountId)).toBe(0);
  });

  it('past its deadline takes nothing', async () => {
    const accountId = await accountWith(10);
    expect(await charge(accountId, { deadlineMs: Date.now() - 1 })).toEqual({ outcome: 'too_late' });
    expect(await balance(accountId)).toBe(10);
  });

  it('of nobody is refused', async () => {
    expect(await charge('acct_none')).toMatchObject({ outcome: 'refused', code: 'not_found' });
  });

  it('above the balance says what it takes and what there is, and writes nothing', async () => {
    const accountId = await accountWith(5);
    const lines = [textLine(), textLine(), textLine()];
    expect(await charge(accountId, { lines })).toEqual({
      outcome: 'insufficient_credits',
      requiredCredits: 6,
      currentBalance: 5,
    });
    const { credits, usageThisMonth } = await facts(accountId);
    expect([credits.total, usageThisMonth.textChecks]).toEqual([5, 0]);
    const { charges } = await listed(accountId);
    expect(charges).toEqual([]);
  });

  it('never sees the credits of another site', async () => {
    const accountId = await accountWith(10);
    expect(await charge(accountId, { siteId: 'id' })).toMatchObject({ currentBalance: 0 });
  });
});

describe('credits', () => {
  it('are spent soonest-expiring first over all buckets, and not past their expiry', async () => {
    const accountId = await createAccount();
    await grant(accountId, 4, { bucket: 'booster' });
    await grant(accountId, 3, { bucket: 'subscription', expiresAt: inDays(20) });
    await grant(accountId, 3, { bucket: 'activity', expiresAt: inDays(2) });
    await charge(accountId, { lines: [textLine(), textLine()] });
    expect((await facts(accountId)).credits).toMatchObject({ activity: 0, subscription: 2, booster: 4 });

    billing.clock.now = () => new Date(inDays(21));
    const order = { deadlineMs: Date.parse(inDays(22)), lines: [textLine(), textLine(), textLine()] };
    expect(await charge(accountId, order)).toMatchObject({ requiredCredits: 6, currentBalance: 4 });
    expect((await facts(accountId)).credits).toMatchObject({ total: 4, subscription: 0, booster: 4 });
  });

  it('of 50 in many small grants pay 50 of 200 charges at the same moment, and no more', async () => {
    const accountId = await createAccount();
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'enterprise' });
    for (const amount of [20, 1, 1, 8, 20]) await grant(accountId, amount);
    const replies = await Promise.all(Array.from({ length: 200 }, () => charge(accountId)));
    const count = (outcome: string) => replies.filter((reply) => reply.outcome === outcome).length;
    expect([count('charged'), count('insufficient_credits')]).toEqual([50, 150]);
    expect((await facts(accountId)).usageThisMonth.textChecks).toBe(50);
    expect(await balance(accountId)).toBe(0);
  });

  it('that expire within seven days are named, with the first of their ends', async () => {
    const accountId = await createAccount();
    const soon = inDays(3);
    await grant(accountId, 5, { expiresAt: inDays(6) });
    await grant(accountId, 7, { expiresAt: soon });
    await grant(accountId, 9, { expiresAt: inDays(8) });
    expect((await facts(accountId)).credits.expiringSoon).toEqual({ amount: 12, expiresAt: soon });
    expect((await facts(accountId, 'id')).credits.expiringSoon).toBeNull();
  });
});

describe('usage', () => {
  it('is counted in the month (UTC) of the charge, one for each record and not for its seconds', async () => {
    const accountId = await accountWith(1_000);
    billing.clock.now = () => new Date('2031-01-31T23:59:59.999Z');
    const deadlineMs = Date.parse('2031-02-02T00:00:00Z');
    const video = { lineId: createId('video'), item: 'video_second' as const, quantity: 30 };
    const image = { lineId: createId('image'), item: 'image_check' as const, quantity: 1 };
    expect(await charge(accountId, { deadlineMs, lines: [video, image, textLine()] })).toMatchObject({
      amount: 34,
    });
    expect((await facts(accountId)).usageThisMonth).toEqual({
      since: '2031-01-01T00:00:00.000Z',
      textChecks: 1,
      videoChecks: 1,
      imageChecks: 1,
      batches: 0,
    });
    billing.clock.now = () => new Date('2031-02-01T00:00:00Z');
    expect((await facts(accountId)).usageThisMonth).toMatchObject({
      since: '2031-02-01T00:00:00.000Z',
      textChecks: 0,
    });
  });
});

describe('a gate', () => {
  const batchOf = (line: ReturnType<typeof textLine>) => {
    const operationId = createId('batch');
    return { operationId, lines: [{ lineId: operationId, item: 'batch' as const, quantity: 1 }, line] };
  };

  it('keeps batches from plans below the site’s own', async () => {
    const accountId = await accountWith(10);
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'standard' });
    expect(await charge(accountId, batchOf(textLine()))).toMatchObject({ code: 'plan_required' });
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'premium' });
    expect(await charge(accountId, batchOf(textLine()))).toEqual({ outcome: 'charged', amount: 2 });
    expect((await facts(accountId)).usageThisMonth).toMatchObject({ textChecks: 1, batches: 1 });
  });

  it('lets a product line be tried three times, also at the same moment, until it is enabled', async () => {
    const accountId = await accountWith(100);
    const tried = () => charge(accountId, { lines: [{ ...textLine(), productLine: 'duanju' }] });
    const replies = await Promise.all(Array.from({ length: 10 }, tried));
    const charged = replies.filter((reply) => reply.outcome === 'charged');
    expect(charged).toEqual(Array.from({ length: 3 }, () => ({ outcome: 'charged', amount: 2 })));
    expect((await facts(accountId)).credits.total).toBe(94);
    expect(await tried()).toMatchObject({ outcome: 'refused', code: 'product_line_not_enabled' });
    await ask(billingRequests.productLineEnable, { accountId, line: 'duanju' });
    expect(await tried()).toEqual({ outcome: 'charged', amount: 2 });
  });
});

async function listed(accountId: string, before: string | null = null) {
  const page = await ask(billingRequests.chargesList, { accountId, limit: 2, before });
  if (page.outcome !== 'listed') throw new Error(page.message);
  return page;
}

describe('trial uses', () => {
  const trial = (productLine: 'duanju' | 'touliu', siteId: 'main' | 'us' = 'main') => ({
    siteId,
    lines: [{ ...textLine(), productLine }],
  });

  it('of one product line are none of another, and are the account’s', async () => {
    const accountId = await accountWith(100);
    await ask(billingRequests.creditsGrant, {
      accountId,
      siteId: 'main',
      bucket: 'activity',
      amount: 100,
      expiresAt: null,
    });
    for (const line of ['duanju', 'touliu', 'duanju', 'touliu', 'duanju', 'touliu'] as const) {
      expect(await charge(accountId, trial(line))).toMatchObject({ outcome: 'charged' });
    }
    expect(await charge(accountId, trial('duanju'))).toMatchObject({ code: 'product_line_not_enabled' });
    expect(await charge(accountId, trial('touliu', 'us'))).toMatchObject({
      code: 'product_line_not_enabled',
    });
    expect(await charge(await accountWith(100), trial('duanju', 'us'))).toMatchObject({ outcome: 'charged' });
  });

  it('are not spent by a charge that the balance does not cover', async () => {
    const accountId = await accountWith(1);
    for (let n = 0; n < 4; n++) {
      expect(await charge(accountId, trial('duanju', 'us'))).toMatchObject({
        outcome: 'insufficient_credits',
      });
    }
    await ask(billingRequests.creditsGrant, {
      accountId,
      siteId: 'us',
      bucket: 'activity',
      amount: 10,
      expiresAt: null,
    });
    for (let n = 0; n < 3; n++) {
      expect(await charge(accountId, trial('duanju', 'us'))).toMatchObject({ outcome: 'charged' });
    }
    expect(await charge(accountId, trial('duanju', 'us'))).toMatchObject({
      code: 'product_line_not_enabled',
    });
  });
});

describe('the list of charges', () => {
  it('is newest first with lines and refunds, page by page', async () => {
    const accountId = await accountWith(100);
    const ids = [];
    for (let n = 0; n < 5; n++) {
      const order = chargeOrder(accountId, { tenantId: 'shop-1' });
      await ask(billingRequests.charge, order);
      ids.push(order.operationId);
    }
    const seen: string[] = [];
    let page = await listed(accountId);
    for (; ; page = await listed(accountId, seen.at(-1))) {
      seen.push(...page.charges.map((one) => one.operationId));
      if (!page.hasMore) break;
    }
    expect(seen).toEqual(ids.toReversed());
    expect(page.charges.at(-1)).toMatchObject({
      siteId: 'us',
      tenantId: 'shop-1',
      amount: 2,
      refunded: 0,
      lines: [{ lineId: ids[0], item: 'text_check', quantity: 1, amount: 2, refunded: 0 }],
    });
  });

  it('refuses a place it does not know', async () => {
    const accountId = await accountWith(1);
    expect(
      await ask(billingRequests.chargesList, { accountId, limit: 2, before: 'text_none' }),
    ).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
  });
});
