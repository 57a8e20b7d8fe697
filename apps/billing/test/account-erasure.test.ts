import {
  billingRequests,
  type DataOwner,
  dataOwners,
  erasureRequests,
  submissions,
} from '@redline/contracts';
import { serve } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { tablesNaming } from '@redline/testkit/service';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eraserOver } from '../src/clients/data-owners.ts';
import { eraseWhenDue } from '../src/handlers/erase.ts';
import { log, publishEnd, refunded, setUpBilling } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, bus, db, accountWith, charge, grant } = billing;
const waitMs = 60_000;
const deps = { ...billing.deps, eraseAtOwner: eraserOver(bus), erasureWaitMs: waitMs };

/** Owners of data with the rows that they have left, and the order in which they were asked. */
let rows: Partial<Record<DataOwner, number>> = {};
let asked: DataOwner[] = [];
/** Owners that do not answer. */
let away: ReadonlySet<DataOwner> = new Set();
const owners = dataOwners.map((owner) =>
  serve(
    bus,
    erasureRequests[owner],
    async () => {
      asked.push(owner);
      if (away.has(owner)) throw new Error('a bug');
      const left = rows[owner] ?? 0;
      rows[owner] = Math.max(0, left - 2);
      return {
        removed: left > 0 ? { things: Math.min(2, left) } : {},
        left: left > 2 ? { things: left - 2 } : {},
      };
    },
    { queue: owner, concurrency: 10 },
  ),
);
const statuses = (['text', 'batch'] as const).map((kind) =>
  serve(bus, submissions[kind].requests.statuses, async () => ({ records: [] }), {
    ...{ queue: kind, concurrency: 1 },
  }),
);
afterAll(() => Promise.all([...owners, ...statuses].map((one) => one.stop())));

beforeEach(async () => {
  rows = {};
  asked = [];
  away = new Set();
  billing.clock.now = () => new Date();
  await db.updateTable('account_erasures').set({ finished_at: new Date() }).execute();
});

const turn = (changes: Partial<typeof deps> = {}) =>
  eraseWhenDue({ ...deps, ...changes }, { everyMs: 10_000, log })(new AbortController().signal);
const later = (ms: number) => {
  billing.clock.now = () => new Date(Date.now() + ms);
};
const erase = (accountId: string, operator = 'ann') =>
  ask(billingRequests.accountErase, { accountId, operator });
const progress = async (accountId: string) => {
  const reply = await ask(billingRequests.accountErasure, { accountId });
  if (reply.outcome !== 'found') throw new Error(reply.message);
  return reply.erasure;
};
const emailOf = async (accountId: string) => {
  const reply = await ask(billingRequests.accountIdentity, { accountId, operator: 'ann' });
  if (reply.outcome !== 'found') throw new Error(reply.message);
  return reply.email;
};

describe('an account that is being erased', () => {
  it('is closed: it pays for nothing, has no plan and gets no credits, and its address is free again', async () => {
    const accountId = await accountWith(100);
    const email = await emailOf(accountId);
    await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'premium' });
    expect(await erase(accountId)).toMatchObject({
      outcome: 'erasing',
      erasure: { accountId, askedBy: 'ann', finishedAt: null },
    });
    expect(await charge(accountId)).toMatchObject({ outcome: 'refused', code: 'not_found' });
    expect(await ask(billingRequests.plan, { accountId, siteId: 'us' })).toEqual({ outcome: 'not_found' });
    expect(await billing.balance(accountId)).toBeUndefined();
    await expect(grant(accountId, 5)).rejects.toThrow(`there is no account ${accountId}`);
    expect(await ask(billingRequests.planSet, { accountId, siteId: 'us', plan: 'premium' })).toMatchObject({
      outcome: 'refused',
    });
    expect(await tablesNaming(db, email)).toEqual({});
    expect(await ask(billingRequests.accountCreate, { email })).toMatchObject({ outcome: 'created' });
  });

  it('keeps its books, which still balance, without the names of its tenants; refunds of it still come', async () => {
    const accountId = await accountWith(100);
    const kept = await accountWith(100);
    const open = createId('text');
    await charge(accountId, { operationId: open });
    for (let count = 0; count < 3; count++) await charge(accountId, { tenantId: 'shop-7' });
    await charge(kept, { tenantId: 'shop-8' });
    expect(await billing.differences()).toEqual([]);
    const books = { accountId, limit: 100, before: null };
    const before = await ask(billingRequests.chargesList, books);

    await erase(accountId);
    await turn();
    await publishEnd(bus, { accountId, id: open, ending: 'cancelled' });
    await refunded(db, open);

    const after = await ask(billingRequests.chargesList, books);
    if (before.outcome !== 'listed' || after.outcome !== 'listed') throw new Error('refused');
    const sumOf = ({ charges }: typeof before) =>
      charges.map(({ operationId, amount }) => [operationId, amount]);
    expect(sumOf(after)).toEqual(sumOf(before));
    expect(await tablesNaming(db, 'shop-7')).toEqual({});
    expect(await tablesNaming(db, 'shop-8')).toEqual({ charges: 1 });
    expect(await billing.differences()).toEqual([]);
    expect(await billing.balance(kept)).toBe(98);
  });

  it('is asked for once: a repeat changes neither who asked nor when', async () => {
    const accountId = await accountWith(1);
    await erase(accountId, 'ann');
    const { askedAt } = await progress(accountId);
    later(5_000);
    expect(await erase(accountId, 'bob')).toMatchObject({ erasure: { askedBy: 'ann', askedAt } });
  });

  it('that does not exist, or is open, is refused with a sentence', async () => {
    expect(await erase('acct_none')).toMatchObject({
      outcome: 'refused',
      code: 'not_found',
      message: 'there is no account acct_none',
    });
    const accountId = await accountWith(1);
    expect(await ask(billingRequests.accountErasure, { accountId })).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('is open'),
    });
  });

  it('has its records left out of the daily comparison: nobody knows them any more', async () => {
    const [accountId, kept] = [await accountWith(100), await accountWith(100)];
    const [gone, there] = [createId('text'), createId('text')];
    await charge(accountId, { operationId: gone });
    await charge(kept, { operationId: there });
    await erase(accountId);
    later(2 * 3_600_000);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { unknown } = await ask(billingRequests.reconcile, { since });
    expect(unknown).toContain(there);
    expect(unknown).not.toContain(gone);
  });
});

describe('the erasure at the owners', () => {
  it('asks the gateway first, each until it can remove no more, and ends once nothing is left after everything has settled', async () => {
    const accountId = await accountWith(1);
    rows = { 'text-engine': 5, gateway: 1 };
    await erase(accountId);
    await turn();
    expect(asked.slice(0, 2)).toEqual(['gateway', 'gateway']);
    expect(new Set(asked)).toEqual(new Set(dataOwners));
    expect(rows).toMatchObject({ 'text-engine': 0, gateway: 0 });
    expect(await progress(accountId)).toMatchObject({ finishedAt: null });
    // A record that came late is found as well.
    rows = { 'text-engine': 1 };
    later(waitMs + 20_000);
    await turn();
    const { finishedAt, services } = await progress(accountId);
    expect(finishedAt).not.toBeNull();
    expect(services).toContainEqual(
      expect.objectContaining({ service: 'text-engine', removed: { things: 6 }, left: {}, failure: null }),
    );
    asked = [];
    later(2 * waitMs);
    await turn();
    expect(asked).toEqual([]);
  });

  it('waits for one that does not answer, says so, and goes on with it later', async () => {
    const accountId = await accountWith(1);
    away = new Set(['report']);
    await erase(accountId);
    later(waitMs + 1_000);
    await turn();
    expect(await progress(accountId)).toMatchObject({
      finishedAt: null,
      services: expect.arrayContaining([
        expect.objectContaining({ service: 'report', failure: expect.stringContaining('bug') }),
      ]),
    });
    away = new Set();
    later(waitMs + 20_000);
    await turn();
    expect((await progress(accountId)).finishedAt).not.toBeNull();
  });

  it('erases nothing elsewhere while the gateway, whose keys go first, does not answer', async () => {
    const accountId = await accountWith(1);
    away = new Set(['gateway']);
    await erase(accountId);
    await turn();
    expect(asked).toEqual(['gateway']);
    expect((await progress(accountId)).services[0]).toMatchObject({ service: 'gateway', askedAt: null });
  });

  it('goes on in another replica when one dies in the middle', async () => {
    const accountId = await accountWith(1);
    rows = { 'batch-orchestrator': 4, report: 4 };
    await erase(accountId);
    const died = eraserOver(bus);
    const dying = turn({
      eraseAtOwner: (owner, id) => {
        if (owner === 'text-engine') throw new Error('the process dies here');
        return died(owner, id);
      },
    });
    await expect(dying).rejects.toThrow('dies here');
    asked = [];
    await turn();
    expect(asked).toEqual([]);
    later(waitMs + 120_000);
    await turn();
    expect(rows).toMatchObject({ 'batch-orchestrator': 0, report: 0 });
    const { finishedAt, services } = await progress(accountId);
    expect(finishedAt).not.toBeNull();
    expect(services).toContainEqual(
      expect.objectContaining({ service: 'batch-orchestrator', removed: { things: 4 } }),
    );
  });
});

it('the grants of an account are listed page by page, spent ones too', async () => {
  const accountId = await accountWith(2);
  const second = await grant(accountId, 5, { siteId: 'id', bucket: 'activity' });
  await charge(accountId);
  const page = await ask(billingRequests.grantsList, { accountId, limit: 1, after: null });
  if (page.outcome !== 'listed') throw new Error(page.message);
  expect(page).toMatchObject({ grants: [{ amount: 2, remaining: 0, siteId: 'us' }], hasMore: true });
  const after = page.grants[0]?.grantId ?? null;
  expect(await ask(billingRequests.grantsList, { accountId, limit: 1, after })).toMatchObject({
    grants: [{ grantId: second, amount: 5, bucket: 'activity', siteId: 'id' }],
    hasMore: false,
  });
});
