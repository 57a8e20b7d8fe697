import {
  type BillItem,
  type BillLine,
  batchEvents,
  billingRequests,
  reportEvents,
  type SiteId,
  videoEvents,
} from '@redline/contracts';
import { consumeEvents, type MessageContext } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { recordEnded } from '../src/handlers/record-ended.ts';
import { chargeOrder, depsOf, log, refunded, setUpBilling } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, bus, db, createAccount, grant, facts } = billing;

afterEach(async () => {
  expect(await billing.differences()).toEqual([]);
});

/** Creates an account of a plan that includes batches. */
async function customer(credits: number, siteId: SiteId = 'us', plan = 'premium') {
  const accountId = await createAccount();
  await ask(billingRequests.planSet, { accountId, siteId, plan });
  await grant(accountId, credits, { siteId });
  return accountId;
}

const itemOf = {
  text: ['text_check', 1],
  image: ['image_check', 1],
  video: ['video_second', 12],
} as const satisfies Record<string, readonly [BillItem, number]>;
type Kind = keyof typeof itemOf;

/** Builds the lines of a batch as its orchestrator does. */
function batchOf(kinds: readonly Kind[], productLine?: 'duanju' | 'touliu') {
  const operationId = createId('batch');
  const lines: BillLine[] = kinds.map((kind) => {
    const [item, quantity] = itemOf[kind];
    return { lineId: createId(kind), item, quantity, ...(productLine && { productLine }) };
  });
  return { operationId, lines: [{ lineId: operationId, item: 'batch' as const, quantity: 1 }, ...lines] };
}
type Batch = ReturnType<typeof batchOf>;

const charge = (accountId: string, batch: Batch, siteId: SiteId = 'us') =>
  ask(billingRequests.charge, chargeOrder(accountId, { ...batch, siteId, tenantId: 'shop-1' }));
const itemIds = ({ lines }: Batch) => lines.slice(1).map(({ lineId }) => lineId);

const told = (accountId: string, id: string, siteId: SiteId) => ({
  version: 1,
  id,
  occurredAt: new Date().toISOString(),
  reason: 'test',
  scope: { accountId, siteId, tenantId: 'shop-1' },
});
const failItem = (accountId: string, batch: Batch, id: string, siteId: SiteId = 'us') =>
  bus.jetstream.publish(
    batchEvents.itemFailed.subject,
    JSON.stringify({ ...told(accountId, id, siteId), batchId: batch.operationId }),
    { msgID: createId('item') },
  );

const stateOf = async (accountId: string, siteId: SiteId = 'us') => {
  const { credits, usageThisMonth } = await facts(accountId, siteId);
  const { textChecks, imageChecks, videoChecks, batches } = usageThisMonth;
  return { credits: credits.total, counts: [textChecks, imageChecks, videoChecks, batches] };
};
const listed = async (accountId: string, before: string | null = null) => {
  const reply = await ask(billingRequests.chargesList, { accountId, limit: 1_000, before });
  if (reply.outcome !== 'listed') throw new Error(reply.message);
  return reply;
};

describe('a batch', () => {
  it('is one charge whose lines explain every credit, and counts as itself and as each of its items', async () => {
    const accountId = await customer(100);
    const batch = batchOf(['text', 'text', 'image', 'video']);
    expect(await charge(accountId, batch)).toEqual({ outcome: 'charged', amount: 18 });
    expect(await stateOf(accountId)).toEqual({ credits: 82, counts: [2, 1, 1, 1] });
    const [one, ...others] = (await listed(accountId)).charges;
    expect(others).toEqual([]);
    expect(one).toMatchObject({ operationId: batch.operationId, amount: 18, refunded: 0 });
    const [batchId, texts] = [batch.operationId, itemIds(batch).slice(0, 2)];
    const line = { quantity: 1, amount: 2, refunded: 0 };
    expect(one?.lines).toEqual(
      expect.arrayContaining([
        { lineId: batchId, item: 'batch', quantity: 1, amount: 0, refunded: 0 },
        ...texts.map((lineId) => ({ lineId, item: 'text_check', ...line })),
        { lineId: itemIds(batch)[2], item: 'image_check', ...line },
        { lineId: itemIds(batch)[3], item: 'video_second', quantity: 12, amount: 12, refunded: 0 },
      ]),
    );
  });

  it('that the balance does not cover is refused as a whole, with what all of it takes', async () => {
    const accountId = await customer(17);
    expect(await charge(accountId, batchOf(['text', 'text', 'image', 'video']))).toEqual({
      outcome: 'insufficient_credits',
      requiredCredits: 18,
      currentBalance: 17,
    });
    expect(await stateOf(accountId)).toEqual({ credits: 17, counts: [0, 0, 0, 0] });
  });

  it.each([
    ['us', 'standard', 'premium'],
    ['id', 'standard', 'flagship'],
    ['main', 'premium', 'enterprise'],
  ] as const)(
    'on the site %s is refused below its plan, and taken at once on every replica when the plan changes',
    async (siteId, below, from) => {
      const accountId = await customer(100, siteId, below);
      const other = buildApp(depsOf(db, billing.clock)).requests;
      const context: MessageContext = { subject: '', requestId: 'r', traceparent: undefined, log };
      const atOther = () =>
        other.charge(
          chargeOrder(accountId, { ...batchOf(['image']), siteId }) as Parameters<typeof other.charge>[0],
          context,
        );
      const refusal = { outcome: 'refused', code: 'plan_required' };
      expect(await charge(accountId, batchOf(['image']), siteId)).toMatchObject(refusal);
      expect(await atOther()).toMatchObject(refusal);
      for (const [plan, expected] of [
        [from, { outcome: 'charged' }],
        [below, refusal],
      ] as const) {
        await ask(billingRequests.planSet, { accountId, siteId, plan });
        expect(await atOther()).toMatchObject(expected);
        expect(await charge(accountId, batchOf(['image']), siteId)).toMatchObject(expected);
      }
    },
  );

  it('of a line that is not enabled needs a trial use for each of its items, or none is used', async () => {
    const accountId = await customer(1_000, 'main', 'enterprise');
    expect(
      await charge(accountId, batchOf(['text', 'text', 'text', 'video'], 'duanju'), 'main'),
    ).toMatchObject({
      code: 'product_line_not_enabled',
      message: expect.stringContaining('3 of 3 trial uses left'),
    });
    const batch = batchOf(['text', 'text'], 'duanju');
    expect(await charge(accountId, batch, 'main')).toMatchObject({ outcome: 'charged' });
    expect(await charge(accountId, batchOf(['text', 'text'], 'duanju'), 'main')).toMatchObject({
      message: expect.stringContaining('1 of 3 trial uses left'),
    });
    await failItem(accountId, batch, itemIds(batch)[0] ?? '', 'main');
    await refunded(db, itemIds(batch)[0] ?? '');
    expect(await charge(accountId, batchOf(['text', 'text'], 'duanju'), 'main')).toMatchObject({
      outcome: 'charged',
    });
    await ask(billingRequests.productLineEnable, { accountId, line: 'duanju' });
    expect(await charge(accountId, batchOf(Array(10).fill('text'), 'duanju'), 'main')).toMatchObject({
      outcome: 'charged',
    });
  });

  it('gets an item that was never checked back once, with its count, and keeps the others', async () => {
    const accountId = await customer(100);
    const batch = batchOf(['text', 'image', 'video']);
    await charge(accountId, batch);
    const [, , video = ''] = itemIds(batch);
    await Promise.all(Array.from({ length: 5 }, () => failItem(accountId, batch, video)));
    // The owner may publish an event of the same record as well.
    await bus.jetstream.publish(
      videoEvents.failed.subject,
      JSON.stringify({ ...told(accountId, video, 'us'), batchId: batch.operationId }),
      { msgID: createId('item') },
    );
    await refunded(db, video);
    await settled('billing-batch-item-failed');
    await settled('billing-video-failed');
    expect(await stateOf(accountId)).toEqual({ credits: 96, counts: [1, 1, 0, 1] });
    expect((await listed(accountId)).charges).toMatchObject([{ amount: 16, refunded: 12 }]);
  });

  it('one of whose items was given up before is refused for ever, whole', async () => {
    const accountId = await customer(100);
    const batch = batchOf(['text', 'image']);
    const id = itemIds(batch)[1] ?? '';
    await failItem(accountId, batch, id);
    await refunded(db, id);
    for (let n = 0; n < 2; n += 1) {
      expect(await charge(accountId, batch)).toMatchObject({ outcome: 'refused', code: 'refunded_before' });
    }
    expect(await stateOf(accountId)).toEqual({ credits: 100, counts: [0, 0, 0, 0] });
  });

  it('is paid from what expires soonest, and an item comes back to the grant that paid it, expired or not', async () => {
    const accountId = await customer(100);
    const at = Date.now();
    await grant(accountId, 3, { expiresAt: new Date(at + 60_000).toISOString() });
    const batch = batchOf(['text', 'image']);
    await charge(accountId, batch);
    expect((await stateOf(accountId)).credits).toBe(99);
    billing.clock.now = () => new Date(at + 120_000);
    for (const id of itemIds(batch)) {
      await failItem(accountId, batch, id);
      await refunded(db, id);
    }
    expect((await stateOf(accountId)).credits).toBe(100);
    billing.clock.now = () => new Date();
    expect((await stateOf(accountId)).credits).toBe(103);
  });

  it('is charged once, however often and at the same time it is asked for', async () => {
    const accountId = await customer(50);
    const batch = batchOf(['text', 'image', 'video']);
    const order = chargeOrder(accountId, batch);
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(billingRequests.charge, order)));
    expect(replies).toEqual(Array(8).fill({ outcome: 'charged', amount: 16 }));
    expect((await stateOf(accountId)).credits).toBe(34);
  });

  it('of forty items is listed page by page with many others, each page within a message', async () => {
    const accountId = await customer(100_000, 'us', 'enterprise');
    const full = () =>
      batchOf([...Array(10).fill('text'), ...Array(20).fill('image'), ...Array(10).fill('video')]);
    const ids: string[] = [];
    for (let n = 0; n < 250; n += 1) {
      const batch = full();
      expect(await charge(accountId, batch)).toMatchObject({ outcome: 'charged' });
      ids.push(batch.operationId);
    }
    const seen: string[] = [];
    for (let page = await listed(accountId); ; page = await listed(accountId, seen.at(-1))) {
      expect(page.charges.every(({ lines }) => lines.length === 41)).toBe(true);
      seen.push(...page.charges.map(({ operationId }) => operationId));
      if (!page.hasMore) break;
    }
    expect(seen).toEqual(ids.toReversed());
  });
});

describe('a report that failed', () => {
  it('is refunded once, also when billing died between the commit and the acknowledgement', async () => {
    const accountId = await customer(10, 'main');
    const id = createId('report');
    const lines = [{ lineId: id, item: 'video_report' as const, quantity: 1 }];
    const order = chargeOrder(accountId, { siteId: 'main', operationId: id, lines });
    expect(await ask(billingRequests.charge, order)).toEqual({ outcome: 'charged', amount: 10 });
    expect(await stateOf(accountId, 'main')).toEqual({ credits: 0, counts: [0, 0, 0, 0] });
    const durable = 'report-dies-before-the-ack';
    const handle = recordEnded(billing.deps, durable, reportEvents.failed);
    let deliveries = 0;
    const dying = await consumeEvents(
      bus,
      reportEvents.failed,
      async (payload, context) => {
        await handle(payload, context);
        deliveries += 1;
        if (deliveries === 1) throw new Error('died');
      },
      { durable, concurrency: 1, backoffMs: [10] },
    );
    await bus.jetstream.publish(reportEvents.failed.subject, JSON.stringify(told(accountId, id, 'main')), {
      msgID: createId('item'),
    });
    await waitFor(() => deliveries === 2, { what: 'the second delivery' });
    await dying.stop();
    await settled('billing-report-failed');
    expect((await stateOf(accountId, 'main')).credits).toBe(10);
  });
});

/** Waits until all events of one kind published so far are handled. */
const settled = (durable: string) =>
  waitFor(async () => {
    const info = await bus.manager.consumers.info('EVENTS', durable);
    return info.num_pending === 0 && info.num_ack_pending === 0;
  });
