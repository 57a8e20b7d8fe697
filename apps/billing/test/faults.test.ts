import { billingRequests } from '@redline/contracts';
import { BusError } from '@redline/service-kit/bus';
import { startPostgres } from '@redline/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { chargeOrder, publishEnd, refunded, setUpBilling } from './fixtures.ts';

const postgres = await startPostgres();
// Registered first, so it runs last: hooks run in reverse.
afterAll(() => postgres.dispose());
const billing = await setUpBilling(postgres.adminUrl);
const { ask, accountWith, balance, bus, db, differences } = billing;

const outcomeOf = (order: ReturnType<typeof chargeOrder>) =>
  ask(billingRequests.charge, order).then(
    (reply) => reply.outcome as string,
    (error: unknown) => (error instanceof BusError ? error.code : String(error)),
  );

describe('while Postgres restarts', () => {
  it.each(['stop', 'kill'] as const)(
    '(%s) a charge is right or unavailable, and right when repeated',
    async (end) => {
      const accountId = await accountWith(10_000);
      const orders: ReturnType<typeof chargeOrder>[] = [];
      const outcomes: Promise<string>[] = [];
      let restarting = true;
      const restart = (async () => {
        await postgres[end]();
        await postgres.start();
        restarting = false;
      })();
      while (restarting && orders.length < 1_000) {
        const order = chargeOrder(accountId, { deadlineMs: Date.now() + 60_000 });
        orders.push(order);
        outcomes.push(outcomeOf(order));
        await outcomes.at(-4);
      }
      await restart;
      const seen = new Set(await Promise.all(outcomes));
      expect([...seen].filter((outcome) => outcome !== 'charged' && outcome !== 'unavailable')).toEqual([]);
      expect(seen).toContain('unavailable');
      for (const order of orders) expect(await outcomeOf(order)).toBe('charged');
      expect(await balance(accountId)).toBe(10_000 - 2 * orders.length);
      expect(await differences()).toEqual([]);
    },
  );

  it('a refund waits until it is back', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    await ask(billingRequests.charge, order);
    await postgres.stop();
    await publishEnd(bus, { accountId, id: order.operationId });
    expect(await outcomeOf(chargeOrder(accountId))).toBe('unavailable');
    await postgres.start();
    await refunded(db, order.operationId);
    expect(await balance(accountId)).toBe(10);
  });
});

describe('while billing is away', () => {
  it('refunds wait for it', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    await ask(billingRequests.charge, order);
    await billing.stopServing();
    await publishEnd(bus, { accountId, id: order.operationId });
    expect(await outcomeOf(chargeOrder(accountId))).toBe('no_responders');
    await billing.serveAgain();
    await refunded(db, order.operationId);
    expect(await balance(accountId)).toBe(10);
  });
});

describe('while NATS restarts', () => {
  it('a refund that was told before comes after', async () => {
    const accountId = await accountWith(10);
    const order = chargeOrder(accountId);
    await ask(billingRequests.charge, order);
    await billing.stopServing();
    await publishEnd(bus, { accountId, id: order.operationId });
    await billing.nats.kill();
    await billing.nats.start();
    await expect.poll(() => bus.connected, { timeout: 10_000 }).toBe(true);
    await billing.serveAgain();
    await refunded(db, order.operationId);
    expect(await balance(accountId)).toBe(10);
  });
});
