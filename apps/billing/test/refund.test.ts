import { billingRequests, type billingRequests as Rows, textEvents } from '@redline/contracts';
import { consumeEvents } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { decideCharge } from '../src/domain/charging.ts';
import { recordEnded } from '../src/handlers/record-ended.ts';
import { readChargeFacts } from '../src/store/read-charge-facts.ts';
import { refundLine } from '../src/store/refund-line.ts';
import { writeCharges } from '../src/store/write-charges.ts';
import {
  chargeOrder,
  depsOf,
  publishEnd as publish,
  setUpBilling,
  textLine,
  refunded as untilRefunded,
} from './fixtures.ts';

const billing = await setUpBilling();
const { ask, bus, db, createAccount, accountWith, grant, charge, facts, balance } = billing;

afterEach(async () => {
  billing.clock.now = () => new Date();
  expect(await billing.differences()).toEqual([]);
});

const publishEnd = (accountId: string, id: string, ending?: 'failed' | 'cancelled', messageId?: string) =>
  publish(bus, { accountId, id, ...(ending && { ending }), ...(messageId && { messageId }) });
const refunded = (lineId: string) => untilRefunded(db, lineId);

/** Waits until everything published before is handled: consumers work in order, so a later refund must exist. */
async function settled() {
  const accountId = await createAccount();
  for (const ending of ['failed', 'cancelled'] as const) {
    const id = createId('text');
    await publishEnd(accountId, id, ending);
    await refunded(id);
  }
  await waitFor(async () => {
    const consumers = await Promise.all(
      ['billing-text-failed', 'billing-text-cancelled'].map((name) =>
        bus.manager.consumers.info('EVENTS', name),
      ),
    );
    return consumers.every((info) => info.num_pending === 0 && info.num_ack_pending === 0);
  });
}

async function charged(accountId: string, order: Partial<z.input<typeof Rows.charge.request>> = {}) {
  const full = chargeOrder(accountId, order);
  expect(await ask(billingRequests.charge, full)).toMatchObject({ outcome: 'charged' });
  return full.operationId;
}

describe('a record that ended without a verdict', () => {
  it.each(['failed', 'cancelled'] as const)('(%s) gives its credits and its count back', async (ending) => {
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    await publishEnd(accountId, id, ending);
    await refunded(id);
    const { credits, usageThisMonth } = await facts(accountId);
    expect([credits.total, usageThisMonth.textChecks]).toEqual([10, 0]);
  });

  it('is refunded once, whatever events come and however often', async () => {
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    await Promise.all([
      ...Array.from({ length: 10 }, () => publishEnd(accountId, id, 'failed')),
      ...Array.from({ length: 10 }, () => publishEnd(accountId, id, 'cancelled')),
    ]);
    await refunded(id);
    await settled();
    expect(await balance(accountId)).toBe(10);
    const entries = await ask(billingRequests.chargesList, { accountId, limit: 10, before: null });
    expect(entries).toMatchObject({ charges: [{ amount: 2, refunded: 2, lines: [{ refunded: 2 }] }] });
  });

  it('is refunded once when billing died between the commit and the acknowledgement', async () => {
    const accountId = await accountWith(10);
    const id = await charged(accountId);
    const durable = 'dies-before-the-ack';
    const own = depsOf(db, billing.clock);
    const handle = recordEnded(own, durable, textEvents.failed);
    let deliveries = 0;
    const dying = await consumeEvents(
      bus,
      textEvents.failed,
      async (payload, context) => {
        if (payload.id !== id) return;
        await handle(payload, context);
        deliveries += 1;
        if (deliveries === 1) throw new Error('died');
      },
      { durable, concurrency: 1, backoffMs: [10] },
    );
    await publishEnd(accountId, id, 'failed', 'the-message');
    await waitFor(() => deliveries === 2, { what: 'the second delivery' });
    await dying.stop();
    const { values } = await own.metrics.refunds.get();
    expect(values.reduce((sum, one) => sum + one.value, 0)).toBe(1);
    await settled();
    expect(await balance(accountId)).toBe(10);
  });

  it('was it only a part of a charge, gives back that part alone', async () => {
    const accountId = await accountWith(10);
    const [first, second] = [textLine(), textLine()];
    await charged(accountId, { lines: [first, second] });
    await publishEnd(accountId, second.lineId);
    await refunded(second.lineId);
    const { credits, usageThisMonth } = await facts(accountId);
    expect([credits.total, usageThisMonth.textChecks]).toEqual([8, 1]);
  });

  it('gives the trial use of its product line back', async () => {
    const accountId = await accountWith(100);
    const tried = () => {
      const line = { ...textLine(), productLine: 'touliu' as const };
      return charged(accountId, { lines: [line], operationId: line.lineId });
    };
    const id = await tried();
    await tried();
    await tried();
    await publishEnd(accountId, id);
    await refunded(id);
    await tried();
    expect(await charge(accountId, { lines: [{ ...textLine(), productLine: 'touliu' }] })).toMatchObject({
      code: 'product_line_not_enabled',
    });
  });

  it('is taken out of the month it was charged in', async () => {
    const accountId = await accountWith(10);
    billing.clock.now = () => new Date('2031-01-31T23:00:00Z');
    const id = await charged(accountId, { deadlineMs: Date.parse('2031-02-01T00:00:00Z') });
    billing.clock.now = () => new Date('2031-02-01T01:00:00Z');
    await charged(accountId, { deadlineMs: Date.parse('2031-02-02T00:00:00Z') });
    await publishEnd(accountId, id);
    await refunded(id);
    expect((await facts(accountId)).usageThisMonth.textChecks).toBe(1);
    billing.clock.now = () => new Date('2031-01-31T23:30:00Z');
    expect((await facts(accountId)).usageThisMonth.textChecks).toBe(0);
  });

  it('of another account moves nothing', async () => {
    const [accountId, another] = [await accountWith(10), await accountWith(10)];
    const lineId = await charged(accountId);
    await expect(refundNow(lineId, another)).rejects.toThrow('was charged to');
    expect([await balance(accountId), await balance(another)]).toEqual([8, 10]);
  });
});

describe('refunded credits', () => {
  it('go back to the grants that paid, each its part', async () => {
    const accountId = await createAccount();
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    await grant(accountId, 1, { bucket: 'activity', expiresAt: soon });
    await grant(accountId, 5, { bucket: 'subscription' });
    const id = await charged(accountId);
    expect((await facts(accountId)).credits).toMatchObject({ activity: 0, subscription: 4 });
    await publishEnd(accountId, id);
    await refunded(id);
    expect((await facts(accountId)).credits).toMatchObject({ activity: 1, subscription: 5 });
  });

  it('of a grant that has expired meanwhile cannot be spent', async () => {
    const accountId = await createAccount();
    await grant(accountId, 2, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const id = await charged(accountId);
    billing.clock.now = () => new Date(Date.now() + 120_000);
    await publishEnd(accountId, id);
    await refunded(id);
    expect(await balance(accountId)).toBe(0);
    expect(await charge(accountId, { deadlineMs: Date.now() + 600_000 })).toMatchObject({
      currentBalance: 0,
    });
  });
});

const refundNow = (lineId: string, accountId: string) =>
  db.transaction().execute((trx) => refundLine(trx, { lineId, accountId }, new Date()));

/** Waits until some statement of this database waits for a lock, or the work has ended without one. */
async function blocked(work: Promise<unknown>): Promise<void> {
  let ended = false;
  work.then(
    () => (ended = true),
    () => (ended = true),
  );
  await waitFor(async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    return ended || rows.length > 0;
  });
}

describe('a refund that comes before its charge', () => {
  it('has the late charge of its line refused', async () => {
    const accountId = await accountWith(10);
    const line = textLine();
    await publishEnd(accountId, line.lineId);
    await refunded(line.lineId);
    expect(await charge(accountId, { lines: [textLine(), line] })).toMatchObject({
      outcome: 'refused',
      code: 'refunded_before',
    });
    expect(await balance(accountId)).toBe(10);
  });

  it('has the late charge of its operation refused', async () => {
    const accountId = await accountWith(10);
    const operationId = createId('text');
    await publishEnd(accountId, operationId);
    await refunded(operationId);
    expect(await charge(accountId, { operationId, lines: [textLine()] })).toMatchObject({
      code: 'refunded_before',
    });
  });

  it('waits for a charge that is being written, and gives it back', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    const trx = await db.startTransaction().execute();
    const [facts = null] = await readChargeFacts(trx, [order], new Date());
    const decision = decideCharge(order, facts, new Date());
    if (decision.kind !== 'write') throw new Error('expected a charge');
    await writeCharges(trx, [decision.charge], new Date());
    const refund = refundNow(order.operationId, accountId);
    await blocked(refund);
    await trx.commit().execute();
    expect(await refund).toEqual({ outcome: 'refunded', credits: 2 });
    expect(await balance(accountId)).toBe(10);
  });

  it('has a charge wait that was decided before it, and refused', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    const trx = await db.startTransaction().execute();
    await refundLine(trx, { lineId: order.operationId, accountId }, new Date());
    const reply = ask(billingRequests.charge, order);
    await blocked(reply);
    await trx.commit().execute();
    expect(await reply).toMatchObject({ outcome: 'refused', code: 'refunded_before' });
    expect(await balance(accountId)).toBe(10);
  });

  it('or at the same moment leaves the balance as it was, whichever wins', async () => {
    const accountId = await accountWith(1_000);
    const orders = Array.from({ length: 60 }, () => chargeOrder(accountId));
    const outcomes = await Promise.all(
      orders.map(async (order) => {
        const [reply, { outcome }] = await Promise.all([
          ask(billingRequests.charge, order),
          refundNow(order.operationId, accountId),
        ]);
        return `${reply.outcome} ${outcome}`;
      }),
    );
    const fair = ['charged refunded', 'refused tombstoned'];
    expect(outcomes.filter((outcome) => !fair.includes(outcome))).toEqual([]);
    const { credits, usageThisMonth } = await facts(accountId);
    expect([credits.total, usageThisMonth.textChecks]).toEqual([1_000, 0]);
  });
});
