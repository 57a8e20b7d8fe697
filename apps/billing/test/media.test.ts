import { type BillLine, billingRequests, imageEvents, type SiteId, videoEvents } from '@redline/contracts';
import { consumeEvents } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { videoCompleted } from '../src/handlers/video-completed.ts';
import { chargeOrder, refunded, setUpBilling } from './fixtures.ts';

const billing = await setUpBilling();
const { ask, bus, db, createAccount, grant, charge, facts } = billing;

afterEach(async () => {
  expect(await billing.differences()).toEqual([]);
});

const ended = (accountId: string, id: string, siteId: SiteId) => ({
  version: 1,
  id,
  occurredAt: new Date().toISOString(),
  scope: { accountId, siteId, tenantId: 'shop-1' },
});
const tell = (subject: string, payload: object, msgID: string = createId('text')) =>
  bus.jetstream.publish(subject, JSON.stringify(payload), { msgID });

/** Creates an account of the main site with credits, and charges a record. */
async function charged(line: Omit<BillLine, 'lineId'>, credits: number, siteId: SiteId = 'main') {
  const accountId = await createAccount();
  await grant(accountId, credits, { siteId });
  const lineId = createId(line.item === 'image_check' ? 'image' : 'video');
  const order = { siteId, operationId: lineId, tenantId: 'shop-1', lines: [{ ...line, lineId }] };
  expect(await charge(accountId, order)).toMatchObject({ outcome: 'charged' });
  return { accountId, id: lineId };
}

const balanceOf = async (accountId: string, siteId: SiteId = 'main') =>
  (await facts(accountId, siteId)).credits.total;
const chargesOf = async (accountId: string) => {
  const reply = await ask(billingRequests.chargesList, { accountId, limit: 10, before: null });
  return reply.outcome === 'listed' ? reply.charges : [];
};

/** Waits until all events of completed videos published so far are handled. */
const settled = () =>
  waitFor(async () => {
    const info = await bus.manager.consumers.info('EVENTS', 'billing-video-completed');
    return info.num_pending === 0 && info.num_ack_pending === 0;
  });

describe('an image or video that ended without a verdict', () => {
  it.each([
    ['a failed image', imageEvents.failed, { item: 'image_check', quantity: 1 }],
    ['a cancelled image', imageEvents.cancelled, { item: 'image_check', quantity: 1 }],
    ['a failed video', videoEvents.failed, { item: 'video_second', quantity: 25 }],
    ['a cancelled video', videoEvents.cancelled, { item: 'video_second', quantity: 25 }],
  ] as const)('(%s) is refunded in full and not counted', async (_, row, line) => {
    const { accountId, id } = await charged(line, 100);
    const counted = (await facts(accountId, 'main')).usageThisMonth;
    expect(counted.imageChecks + counted.videoChecks).toBe(1);
    await tell(row.subject, { ...ended(accountId, id, 'main'), reason: 'test' });
    await refunded(db, id);
    const { credits, usageThisMonth } = await facts(accountId, 'main');
    expect([credits.total, usageThisMonth.imageChecks, usageThisMonth.videoChecks]).toEqual([100, 0, 0]);
  });

  it('gives the trial use of its product line back: a failed image of the advertising line', async () => {
    const accountId = await createAccount();
    await grant(accountId, 100, { siteId: 'main' });
    const tried = async () => {
      const line = { lineId: createId('image'), item: 'image_check', quantity: 1 } as const;
      const lines = [{ ...line, productLine: 'touliu' as const }];
      const order = chargeOrder(accountId, { siteId: 'main', operationId: line.lineId, lines });
      return { id: line.lineId, reply: await ask(billingRequests.charge, order) };
    };
    const three = [await tried(), await tried(), await tried()];
    expect(three.map(({ reply }) => reply.outcome)).toEqual(Array(3).fill('charged'));
    expect((await tried()).reply).toMatchObject({ code: 'product_line_not_enabled' });
    const id = three[1]?.id ?? '';
    await tell(imageEvents.failed.subject, { ...ended(accountId, id, 'main'), reason: 'no image' });
    await refunded(db, id);
    expect((await tried()).reply).toEqual({ outcome: 'charged', amount: 2 });
    expect((await tried()).reply).toMatchObject({ code: 'product_line_not_enabled' });
  });
});

describe('a completed video of the main site', () => {
  const complete = async (
    video: { readonly accountId: string; readonly id: string },
    seconds: { readonly declaredSeconds: number; readonly actualSeconds: number | null },
    siteId: SiteId = 'main',
  ) => {
    const payload = { ...ended(video.accountId, video.id, siteId), ...seconds };
    await tell(videoEvents.completed.subject, payload);
    await settled();
    return payload;
  };
  const line = { item: 'video_second', quantity: 25 } as const;

  it('that is longer than declared is charged the difference once, and is one check of the month', async () => {
    const video = await charged({ ...line, productLine: 'duanju' }, 100);
    const seconds = { declaredSeconds: 24.5, actualSeconds: 30.02 };
    const payload = await complete(video, seconds);
    await Promise.all(Array.from({ length: 5 }, () => tell(videoEvents.completed.subject, payload)));
    await settled();
    expect(await balanceOf(video.accountId)).toBe(100 - 25 - 6);
    const id = `${video.id}:duration`;
    expect(await chargesOf(video.accountId)).toMatchObject([
      {
        operationId: id,
        tenantId: 'shop-1',
        amount: 6,
        lines: [{ lineId: id, item: 'video_second', quantity: 6 }],
      },
      { operationId: video.id, amount: 25 },
    ]);
    expect((await facts(video.accountId, 'main')).usageThisMonth.videoChecks).toBe(1);
  });

  it('takes a balance that is too small down to zero, and lists all the seconds', async () => {
    const video = await charged(line, 27);
    await complete(video, { declaredSeconds: 25, actualSeconds: 60 });
    expect(await balanceOf(video.accountId)).toBe(0);
    expect(await chargesOf(video.accountId)).toMatchObject([
      { amount: 2, lines: [{ quantity: 35, amount: 2 }] },
      {},
    ]);
    const poor = await charged(line, 25);
    await complete(poor, { declaredSeconds: 25, actualSeconds: 60 });
    expect(await chargesOf(poor.accountId)).toMatchObject([
      { amount: 0, lines: [{ quantity: 35, amount: 0 }] },
      {},
    ]);
  });

  it.each([
    ['near enough', { declaredSeconds: 25, actualSeconds: 27 }, 'main'],
    ['of a length the file does not say', { declaredSeconds: 25, actualSeconds: null }, 'main'],
    ['of another site', { declaredSeconds: 25, actualSeconds: 60 }, 'us'],
  ] as const)('that is %s costs nothing more', async (_, seconds, siteId) => {
    const video = await charged(line, 100, siteId);
    await complete(video, seconds, siteId);
    expect(await balanceOf(video.accountId, siteId)).toBe(75);
  });

  it('that nobody paid, or that was refunded, costs nothing', async () => {
    const video = await charged(line, 100);
    const other = { accountId: video.accountId, id: createId('video') };
    await complete(other, { declaredSeconds: 25, actualSeconds: 60 });
    await tell(videoEvents.failed.subject, { ...ended(video.accountId, video.id, 'main'), reason: 'test' });
    await refunded(db, video.id);
    await complete(video, { declaredSeconds: 25, actualSeconds: 60 });
    expect(await balanceOf(video.accountId)).toBe(100);
  });

  it('is charged once when billing died between the commit and the acknowledgement, while others spend', async () => {
    const video = await charged(line, 100);
    const durable = 'dies-before-the-ack';
    const handle = videoCompleted(billing.deps, durable);
    let deliveries = 0;
    const dying = await consumeEvents(
      bus,
      videoEvents.completed,
      async (payload, context) => {
        if (payload.id !== video.id) return;
        await handle(payload, context);
        deliveries += 1;
        if (deliveries === 1) throw new Error('died');
      },
      { durable, concurrency: 1, backoffMs: [10] },
    );
    const spent = Array.from({ length: 10 }, () => charge(video.accountId, { siteId: 'main' }));
    await complete(video, { declaredSeconds: 25, actualSeconds: 35 });
    await waitFor(() => deliveries === 2, { what: 'the second delivery' });
    await dying.stop();
    await Promise.all(spent);
    expect(await balanceOf(video.accountId)).toBe(100 - 25 - 10 - 20);
  });
});
