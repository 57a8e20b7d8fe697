import { billingRequests, idPrefixes, type RecordStatus, submissions } from '@redline/contracts';
import { BusError, serve } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileWhenDue } from '../src/handlers/reconcile.ts';
import { log, publishEnd, setUpBilling } from './fixtures.ts';

const hourMs = 3_600_000;
const billing = await setUpBilling();
const { ask, bus, db, deps, accountWith, charge, balance } = billing;

/** Statuses by kind of record, as their owners have them. */
let records: Partial<Record<keyof typeof submissions, Map<string, RecordStatus>>> = {};
let asked: string[] = [];
const owners = (Object.keys(submissions) as (keyof typeof submissions)[]).map((kind) =>
  serve(
    bus,
    submissions[kind].requests.statuses,
    async ({ ids }) => {
      asked.push(`${kind} ${ids.length}`);
      const found = ids.flatMap((id) => {
        const status = records[kind]?.get(id);
        return status ? [{ id, status }] : [];
      });
      return { records: found };
    },
    { queue: kind, concurrency: 10 },
  ),
);
afterAll(async () => {
  await Promise.all(owners.map((owner) => owner.stop()));
});

beforeEach(async () => {
  records = {};
  asked = [];
  // What is younger than an hour may have its event under way: the charges of a test are older.
  billing.clock.now = () => new Date(Date.now() + 2 * hourMs);
  expect(await billing.differences()).toEqual([]);
  // What other tests charged was compared.
  await db.updateTable('reconciliation').set({ begun_at: null, compared_until: now() }).execute();
});

async function charged(accountId: string, operationId = createId('text')): Promise<string> {
  expect((await charge(accountId, { operationId, deadlineMs: Date.now() + 3 * hourMs })).outcome).toBe(
    'charged',
  );
  return operationId;
}
/** Compares what was charged since the start of a test. */
const since = (at: Date) => ask(billingRequests.reconcile, { since: at.toISOString() });
const turn = () => reconcileWhenDue(deps, { everyMs: 24 * hourMs, log })(new AbortController().signal);
const now = () => new Date(Date.now() - 1);

describe('a comparison with the owners of records', () => {
  it.each(['failed', 'cancelled'] as const)(
    'refunds a record that %s and whose event never came, once, and its event then does nothing',
    async (status) => {
      const begun = now();
      const accountId = await accountWith(10);
      const [lost, fine] = [await charged(accountId), await charged(accountId)];
      const paid = (await balance(accountId)) ?? 0;
      const cost = (10 - paid) / 2;
      records = { text: new Map<string, RecordStatus>([[lost, status]]).set(fine, 'completed') };
      expect(await since(begun)).toMatchObject({
        ...{ lines: 2, refunded: [lost], unknown: [] },
        counts: { refunded: 1, unknown: 0, processing: 0 },
      });
      expect(await balance(accountId)).toBe(cost + paid);
      expect(await since(begun)).toMatchObject({ lines: 1, refunded: [] });
      await publishEnd(bus, { accountId, id: lost });
      const handled = () =>
        bus.manager.consumers.info('EVENTS', 'billing-text-failed').then((info) => info.num_pending === 0);
      await waitFor(handled);
      expect(await balance(accountId)).toBe(cost + paid);
      expect(await billing.differences()).toEqual([]);
    },
  );

  it('names what no owner knows, and refunds nothing for that', async () => {
    const begun = now();
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    expect(await since(begun)).toMatchObject({ lines: 1, refunded: [], unknown: [id] });
  });

  it('refunds what no owner knows when it is told to, as after an owner was restored from a backup', async () => {
    const begun = now();
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    const fine = await charged(accountId);
    records = { text: new Map([[fine, 'completed']]) };
    const paid = (await balance(accountId)) ?? 0;
    const restored = { since: begun.toISOString(), unknown: 'refund' } as const;
    expect(await ask(billingRequests.reconcile, restored)).toMatchObject({
      ...{ lines: 2, refunded: [id], unknown: [] },
      counts: { refunded: 1, unknown: 0, processing: 0 },
    });
    expect(await balance(accountId)).toBe(paid + (10 - paid) / 2);
    expect(await ask(billingRequests.reconcile, restored)).toMatchObject({ refunded: [], unknown: [] });
    expect(await billing.differences()).toEqual([]);
  });

  it('looks at younger lines when nothing can be under way', async () => {
    billing.clock.now = () => new Date();
    const begun = now();
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    const all = { since: begun.toISOString(), youngestMinutes: 0 } as const;
    await expect.poll(() => ask(billingRequests.reconcile, all)).toMatchObject({ lines: 1, unknown: [id] });
  });

  it('asks the orchestrator for an item of a batch that no owner ever had', async () => {
    const begun = now();
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    records = { batch: new Map([[id, 'failed']]) };
    expect(await since(begun)).toMatchObject({ refunded: [id], unknown: [] });
    expect(asked).toEqual(['text 1', 'batch 1']);
  });

  it('leaves alone what is younger than an hour', async () => {
    billing.clock.now = () => new Date();
    const begun = now();
    const accountId = await accountWith(10);
    records = { text: new Map([[await charged(accountId), 'failed']]) };
    expect(await since(begun)).toMatchObject({ lines: 0, refunded: [] });
  });

  it('goes through any number of lines in pages', async () => {
    const begun = now();
    const accountId = await accountWith(10_000);
    const ids = Array.from({ length: 620 }, () => createId(idPrefixes.text));
    for (let at = 0; at < ids.length; at += 100) {
      await Promise.all(ids.slice(at, at + 100).map((id) => charged(accountId, id)));
    }
    records = { text: new Map(ids.map((id) => [id, 'completed'])) };
    expect(await since(begun)).toMatchObject({ lines: 620, unknown: [], refunded: [] });
    expect(asked).toEqual(['text 500', 'text 120']);
  });
});

describe('the daily comparison', () => {
  it('is made once for all replicas, and again when a day has gone', async () => {
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    records = { text: new Map([[id, 'failed']]) };
    await Promise.all([turn(), turn(), turn()]);
    expect(asked.filter((question) => question.startsWith('text'))).toHaveLength(1);
    billing.clock.now = () => new Date(Date.now() + 26 * hourMs);
    await turn();
    // All older lines were compared, so there is nothing left to ask.
    expect(asked.filter((question) => question.startsWith('text'))).toHaveLength(1);
  });

  it('looks again at what was still processing', async () => {
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    records = { text: new Map([[id, 'processing']]) };
    await turn();
    records = { text: new Map([[id, 'failed']]) };
    billing.clock.now = () => new Date(Date.now() + 26 * hourMs);
    await turn();
    expect(await balance(accountId)).toBe(10);
  });

  it('is due again when an owner does not answer', async () => {
    const accountId = await accountWith(10);
    await charged(accountId);
    const silent = {
      ...deps,
      readStatuses: async () => Promise.reject(new BusError('timeout', 'no answer')),
    };
    await reconcileWhenDue(silent, { everyMs: 24 * hourMs, log })(new AbortController().signal);
    await turn();
    expect(asked).not.toEqual([]);
  });
});
