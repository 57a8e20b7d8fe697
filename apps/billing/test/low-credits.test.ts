import { billingEvents, billingRequests, streams, testTenantOf } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { startRelay } from '@redline/service-kit/outbox';
import { messageContext, streamMessages } from '@redline/testkit/service';
import { afterAll, describe, expect, it } from 'vitest';
import { charge as chargeHandler } from '../src/handlers/charge.ts';
import { chargeOrder, depsOf, log, publishEnd, refunded, setUpBilling, textLine } from './fixtures.ts';

const billing = await setUpBilling();
const { db, bus, accountWith, charge, grant } = billing;
const relay = startRelay(db, bus, { log });
afterAll(relay.stop);

/** The events of an account that were published, after the outbox is empty. */
async function saidOf(accountId: string) {
  await expect.poll(() => db.selectFrom('outbox').select('id').execute()).toEqual([]);
  const messages = await streamMessages(bus, streams.events.name);
  return messages
    .filter(({ subject }) => subject === billingEvents.creditsLow.subject)
    .map(({ payload }) => billingEvents.creditsLow.payload.parse(payload))
    .filter(({ scope }) => scope.accountId === accountId);
}
const balancesOf = async (accountId: string) => (await saidOf(accountId)).map(({ balance }) => balance);

/** Charges two credits: a text check of the free plan. */
async function spend(accountId: string) {
  const operationId = createId('text');
  const reply = await charge(accountId, { operationId });
  expect(reply).toEqual({ outcome: 'charged', amount: 2 });
  return operationId;
}

describe('that credits are low', () => {
  it('is said once when they fall below the threshold, with the charge and what is left', async () => {
    const accountId = await accountWith(104);
    await spend(accountId);
    await spend(accountId);
    expect(await saidOf(accountId)).toEqual([]);
    const operationId = await spend(accountId);
    await spend(accountId);
    expect(await saidOf(accountId)).toEqual([
      {
        version: 1,
        id: operationId,
        scope: { accountId, siteId: 'us', tenantId: '' },
        occurredAt: expect.any(String),
        balance: 98,
        threshold: 100,
      },
    ]);
  });

  it('is said once when many charges come at the same moment', async () => {
    const accountId = await accountWith(160);
    await Promise.all(Array.from({ length: 40 }, () => spend(accountId)));
    expect(await balancesOf(accountId)).toHaveLength(1);
  });

  it('is said where replicas have each read a balance that was enough for theirs', async () => {
    const accounts = await Promise.all(Array.from({ length: 20 }, () => accountWith(104)));
    const replicas = [1, 2, 3].map(() => chargeHandler(depsOf(db, billing.clock)));
    const order = (accountId: string) => billingRequests.charge.request.parse(chargeOrder(accountId));
    await Promise.all(
      accounts.flatMap((accountId) =>
        replicas.map((handle) => handle(order(accountId), messageContext('rpc.billing.charge', log))),
      ),
    );
    for (const accountId of accounts) expect(await balancesOf(accountId)).toEqual([98]);
  });

  it('is said again after a grant has lifted them, and not after one that is too small', async () => {
    const accountId = await accountWith(101);
    await spend(accountId);
    await spend(accountId);
    await grant(accountId, 1);
    await spend(accountId);
    expect(await balancesOf(accountId)).toEqual([99]);
    await grant(accountId, 4);
    await spend(accountId);
    expect(await balancesOf(accountId)).toEqual([99, 98]);
  });

  it('is said again after a refund has lifted them', async () => {
    const accountId = await accountWith(101);
    const id = await spend(accountId);
    await publishEnd(bus, { accountId, id });
    await refunded(db, id);
    await spend(accountId);
    expect(await balancesOf(accountId)).toEqual([99, 99]);
  });

  it('is said of each site by itself, and never of the allowance of test keys', async () => {
    const accountId = await accountWith(101);
    await charge(accountId, { tenantId: testTenantOf('') });
    await grant(accountId, 1_000, { siteId: 'id' });
    await charge(accountId, { siteId: 'id' });
    expect(await saidOf(accountId)).toEqual([]);
    await spend(accountId);
    expect(await balancesOf(accountId)).toEqual([99]);
  });

  it('is not said by a charge that is refused, or comes too late', async () => {
    const accountId = await accountWith(101);
    const tooMuch = Array.from({ length: 40 }, () => ({ ...textLine(), quantity: 2 }));
    expect(await charge(accountId, { lines: tooMuch })).toMatchObject({ outcome: 'insufficient_credits' });
    expect(await charge(accountId, { deadlineMs: 0 })).toEqual({ outcome: 'too_late' });
    expect(await saidOf(accountId)).toEqual([]);
  });
});
