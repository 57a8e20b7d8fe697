import { randomUUID } from 'node:crypto';
import { billingRequests } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterEach, describe, expect, it } from 'vitest';
import { publishEnd, refunded, setUpBilling, textLine } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, accountWith, balance, bus, charge, clock, createAccount, db, grant } = billing;
const minuteMs = 60_000;

afterEach(() => {
  clock.now = () => new Date();
});

async function page(accountId: string, limit = 200, before: string | null = null) {
  const reply = await ask(billingRequests.statement, { accountId, siteId: 'us', limit, before });
  if (reply.outcome !== 'listed') throw new Error(reply.message);
  return reply;
}

/** Every page, of so many entries. */
async function wholeStatement(accountId: string, limit: number) {
  const entries = [];
  let before: string | null = null;
  do {
    const { entries: more, next }: Awaited<ReturnType<typeof page>> = await page(accountId, limit, before);
    entries.push(...more);
    before = next;
  } while (before !== null);
  return entries;
}

/** An account with grants that stay and expire, charges of both, a refund in time and one after the grant had expired. */
async function busyAccount() {
  const accountId = await accountWith(20);
  const expiresAt = new Date(Date.now() + minuteMs).toISOString();
  const later = new Date(Date.now() + 1.5 * minuteMs).toISOString();
  const expiring = await grant(accountId, 6, { bucket: 'subscription', expiresAt });
  const untouched = await grant(accountId, 7, { bucket: 'activity', expiresAt: later });
  const lines = [textLine(), textLine(), textLine()];
  for (const line of lines) await charge(accountId, { operationId: line.lineId, lines: [line] });
  const [first, second] = lines.map(({ lineId }) => lineId);
  await publishEnd(bus, { accountId, id: first ?? '' });
  await refunded(db, first ?? '');
  clock.now = () => new Date(Date.now() + 2 * minuteMs);
  await publishEnd(bus, { accountId, id: second ?? '' });
  await refunded(db, second ?? '');
  return { accountId, expiring, untouched };
}

describe('a statement', () => {
  it('adds up to what can be spent, with expiries and refunds that came too late', async () => {
    const { accountId, untouched } = await busyAccount();
    const { balance: spendable, entries, next } = await page(accountId);
    expect(spendable).toBe(await balance(accountId));
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(spendable);
    expect(next).toBeNull();
    expect(entries[0]?.balanceAfter).toBe(spendable);
    entries.forEach((entry, index) => {
      expect(entry.balanceAfter).toBe((entries[index + 1]?.balanceAfter ?? 0) + entry.amount);
    });
    expect(entries.filter(({ kind }) => kind === 'expired').map(({ amount }) => amount)).toHaveLength(3);
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: 'expired', grantId: untouched, amount: -7, bucket: 'activity' }),
    );
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  it.each([1, 2, 3, 5])('is the same in pages of %i', async (limit) => {
    const { accountId } = await busyAccount();
    expect(await wholeStatement(accountId, limit)).toEqual((await page(accountId)).entries);
  });

  it('says of each charge and refund what it was for', async () => {
    const accountId = await accountWith(10);
    const id = createId('text');
    await charge(accountId, { operationId: id, tenantId: 'shop-1', lines: [textLine(id)] });
    const { entries } = await page(accountId);
    expect(entries[0]).toMatchObject({
      ...{ kind: 'charged', amount: -2, balanceAfter: 8, bucket: 'booster' },
      ...{ operationId: id, recordId: id, item: 'text_check', quantity: 1, tenantId: 'shop-1' },
    });
    expect(entries[1]).toMatchObject({ kind: 'granted', amount: 10, operationId: null, item: null });
  });

  it('has nothing of test keys, other sites and other accounts', async () => {
    const accountId = await accountWith(10);
    await grant(accountId, 3, { siteId: 'id' });
    await charge(accountId, { tenantId: '~' });
    await accountWith(99);
    expect((await page(accountId)).entries.map(({ amount }) => amount)).toEqual([10]);
  });

  it('of an account without credits is empty, and of none is refused', async () => {
    expect(await page(await createAccount())).toMatchObject({ balance: 0, entries: [], next: null });
    const request = { accountId: 'acct_none', siteId: 'us', limit: 1, before: null } as const;
    expect(await ask(billingRequests.statement, request)).toMatchObject({ code: 'not_found' });
    const before = "0.0.0' or true";
    expect(
      await ask(billingRequests.statement, { ...request, accountId: await createAccount(), before }),
    ).toMatchObject({ code: 'invalid_request' });
  });
});

describe('the credits of an account', () => {
  it('are listed as they are spent, without what is spent or expired, and add up to the balance', async () => {
    const { accountId } = await busyAccount();
    const soon = new Date(Date.now() + 60 * minuteMs).toISOString();
    const first = await grant(accountId, 4, { bucket: 'activity', expiresAt: soon });
    const reply = await ask(billingRequests.creditsList, { accountId, siteId: 'us' });
    if (reply.outcome !== 'listed') throw new Error(reply.message);
    expect(reply.grants.map(({ grantId }) => grantId)[0]).toBe(first);
    expect(reply.grants).toHaveLength(2);
    expect(reply.grants.reduce((sum, { remaining }) => sum + remaining, 0)).toBe(await balance(accountId));
  });
});

describe('an account that the console opens', () => {
  const open = (accountId: string, email: string, isSignUp: boolean) =>
    ask(billingRequests.accountOpen, { accountId, email, isSignUp });
  const newAddress = () => `${randomUUID()}@example.com`;

  it('is there once, however often it is opened', async () => {
    const accountId = createId('acct');
    const email = newAddress();
    const replies = await Promise.all([1, 2, 3].map(() => open(accountId, email, true)));
    expect(replies.map((reply) => 'grantedCredits' in reply && reply.grantedCredits).sort()).toEqual([
      0, 0, 25,
    ]);
    expect(await balance(accountId)).toBe(25);
  });

  it('gets the credits of a sign-up once for its address, in whatever case, also after its erasure', async () => {
    const email = newAddress();
    const first = createId('acct');
    expect(await open(first, email, true)).toEqual({ outcome: 'opened', grantedCredits: 25 });
    await ask(billingRequests.accountErase, { accountId: first, operator: 'test' });
    const second = createId('acct');
    expect(await open(second, email.toUpperCase(), true)).toEqual({ outcome: 'opened', grantedCredits: 0 });
    expect(await balance(second)).toBe(0);
    expect(await open(first, email, true)).toMatchObject({ outcome: 'refused' });
  });

  it('gets none where it comes of no sign-up', async () => {
    const accountId = createId('acct');
    expect(await open(accountId, newAddress(), false)).toEqual({ outcome: 'opened', grantedCredits: 0 });
  });
});
