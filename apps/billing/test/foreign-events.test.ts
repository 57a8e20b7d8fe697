import { billingRequests, textEvents } from '@redline/contracts';
import { waitFor } from '@redline/testkit';
import { expect, it } from 'vitest';
import { chargeOrder, publishEnd, refunded, setUpBilling } from './fixtures.ts';

const { ask, bus, db, accountWith, balance, differences, stopServing, serveAgain } = await setUpBilling();

// nats-server 2.9 did so after it had reset the state of a stream. Here the consumer of cancelled checks is given the event by
// a filter that it has for a moment, and again when it has its own filter back.
it('a completed check is not refunded, although the server delivers its event as a cancelled one', async () => {
  const durable = 'billing-text-cancelled';
  const accountId = await accountWith(10);
  const completed = chargeOrder(accountId);
  await ask(billingRequests.charge, completed);
  await stopServing();
  await bus.manager.consumers.update('EVENTS', durable, { filter_subject: textEvents.completed.subject });
  const scope = { accountId, siteId: 'us', tenantId: '' };
  const occurredAt = new Date().toISOString();
  const payload = { version: 1, id: completed.operationId, scope, occurredAt };
  expect(textEvents.cancelled.payload.safeParse(payload).success).toBe(true);
  await bus.jetstream.publish(textEvents.completed.subject, JSON.stringify(payload));
  const held = await (await bus.jetstream.consumers.get('EVENTS', durable)).next();
  await serveAgain();
  held?.nak();
  await waitFor(async () => {
    const { num_ack_pending, delivered } = await bus.manager.consumers.info('EVENTS', durable);
    return num_ack_pending === 0 && delivered.consumer_seq === 2;
  });
  expect(await balance(accountId)).toBe(8);

  const cancelled = chargeOrder(accountId);
  await ask(billingRequests.charge, cancelled);
  await publishEnd(bus, { accountId, id: cancelled.operationId, ending: 'cancelled' });
  await refunded(db, cancelled.operationId);
  expect(await balance(accountId)).toBe(8);
  expect(await differences()).toEqual([]);
});
