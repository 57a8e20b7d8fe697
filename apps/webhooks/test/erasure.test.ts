import { randomBytes } from 'node:crypto';
import { erasureRequests, webhookRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId, firstIdAt } from '@redline/service-kit/ids';
import { createRetention } from '@redline/service-kit/partitions';
import { waitFor } from '@redline/testkit';
import { eraseAll, tablesNaming } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../src/clients/secret-box.ts';
import { retainedDeliveries } from '../src/handlers/erase.ts';
import { createResealing } from '../src/handlers/reseal.ts';
import { isSignedBy, type Receiver, startReceiver } from './receiver.ts';
import {
  createEndpoint,
  deliveriesOf,
  newScope,
  openWebhooksBed,
  publishCompleted,
  quiet,
  startService,
  type TestService,
} from './service.ts';

const { db, nats, bus, dispose } = await openWebhooksBed();
const [oldKey, newKey] = [
  { name: 'old', key: randomBytes(32) },
  { name: 'new', key: randomBytes(32) },
];
const older = createSecretBox([oldKey]);
let receiver: Receiver;
let service: TestService;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService(db, nats.url, { box: older });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await dispose();
});

/** An endpoint that an event was delivered to. */
async function used(scope = newScope()) {
  const endpoint = await createEndpoint(bus, scope, { url: receiver.urlOf(`/${createId('endpoint')}`) });
  await publishCompleted(bus, scope);
  await waitFor(async () => (await deliveriesOf(bus, scope, endpoint.id))[0]?.status === 'delivered');
  return { ...endpoint, scope };
}

describe('an erased account', () => {
  it('leaves no endpoint and no delivery, in any of its scopes; another account keeps its own', async () => {
    const [gone, kept] = [await used(), await used()];
    await used({ ...gone.scope, tenantId: 'shop-1' });
    const before = await tablesNaming(db, kept.scope.accountId);
    const erase = () => call(bus, erasureRequests.webhooks, { accountId: gone.scope.accountId });
    const erased = await eraseAll(erase);
    expect(erased).toEqual({ removed: { webhook_endpoints: 2, webhook_deliveries: 2 }, left: {} });
    expect(await tablesNaming(db, gone.scope.accountId)).toEqual({});
    expect(await tablesNaming(db, kept.scope.accountId)).toEqual(before);
  });
});

describe('a deleted endpoint', () => {
  it('is gone at once, gets nothing more, and leaves no row', async () => {
    const { id, scope, url } = await used();
    expect(await call(bus, webhookRequests.delete, { scope, id })).toEqual({ outcome: 'deleted' });
    expect(await call(bus, webhookRequests.delete, { scope, id })).toEqual({ outcome: 'not_found' });
    expect(await call(bus, webhookRequests.list, { scope })).toEqual({ endpoints: [] });
    await publishCompleted(bus, scope);
    await expect.poll(() => tablesNaming(db, id)).toEqual({});
    expect(receiver.at(new URL(url).pathname)).toHaveLength(1);
  });
});

describe('a delivery past its retention', () => {
  it('is gone; one that is pending, and a younger one, stay', async () => {
    const { id, scope } = await used();
    const age = (days: number) => firstIdAt('delivery', Date.now() - days * 86_400_000);
    const copy = (days: number, status: string) =>
      sql`
      insert into webhook_deliveries (id, endpoint_id, account_id, event_id, type, body, status, next_attempt_at)
      select ${age(days)}, endpoint_id, account_id, event_id, type, body, ${status},
        case when ${status} = 'pending' then now() + interval '1 day' end
      from webhook_deliveries where endpoint_id = ${id} limit 1`.execute(db);
    await copy(9, 'failed');
    await copy(8.5, 'pending');
    await copy(6, 'delivered');
    await createRetention(db, retainedDeliveries(7), { log: quiet })(new AbortController().signal);
    const left = (await deliveriesOf(bus, scope, id)).map((delivery) => delivery.id);
    expect(left).toHaveLength(3);
    expect(left).not.toContain(age(9));
  });
});

describe('after a change of the key', () => {
  it('secrets are encrypted by the new one alone, and sign as before', async () => {
    const endpoint = await used();
    const { scope, id } = endpoint;
    await call(bus, webhookRequests.rotate, { scope, id, overlapSeconds: 60 });
    await createResealing(
      { db, box: createSecretBox([newKey, oldKey]) },
      quiet,
    )(new AbortController().signal);
    expect(await tablesNaming(db, 'old:')).toEqual({});
    await service.stop();
    service = await startService(db, nats.url, { box: createSecretBox([newKey]) });
    await publishCompleted(bus, scope);
    const received = await waitFor(() => receiver.at(new URL(endpoint.url).pathname)[1]);
    expect(isSignedBy(endpoint.secret, received)).toBe(true);
  });
});
