import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Claimed, claimDeliveries } from '../src/store/claim-deliveries.ts';
import { finishDelivered, finishFailed, handBack } from '../src/store/finish-attempt.ts';
import { isSignedBy, type Receiver, startReceiver } from './receiver.ts';
import {
  createEndpoint,
  deliveriesOf,
  newScope,
  openWebhooksBed,
  publishCompleted,
  startService,
  type TestService,
} from './service.ts';

const { db, nats, bus, dispose } = await openWebhooksBed();
let receiver: Receiver;
let service: TestService | undefined;
let paths = 0;

beforeAll(async () => {
  receiver = await startReceiver();
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  await sql`delete from webhook_deliveries`.execute(db);
});
afterAll(async () => {
  await receiver.close();
  await dispose();
});

/** Starts a replica that queues events and attempts nothing before an hour has passed. */
const startQueueing = () => startService(db, nats.url, { deliveries: { pollMs: 60_000, concurrency: 0 } });

/** An endpoint with a queued event that nobody has attempted. */
async function queued() {
  const queueing = await startQueueing();
  const path = `/hook-${++paths}`;
  const scope = newScope();
  const endpoint = await createEndpoint(queueing.bus, scope, { url: receiver.urlOf(path) });
  await publishCompleted(bus, scope);
  await waitFor(async () => (await deliveriesOf(bus, scope, endpoint.id)).length === 1);
  await queueing.stop();
  return { ...endpoint, scope, received: () => receiver.at(path) };
}

const leaseMs = 300;
/** Takes the one delivery there is, as a worker does that is about to die. */
async function claim(): Promise<Claimed> {
  const options = { now: new Date(), leaseMs, limit: 10, ofEach: 10, busy: [], ofFailing: false };
  const [claimed, ...more] = await claimDeliveries(db, options);
  if (!claimed || more.length > 0) throw new Error('there is not one delivery to take');
  return claimed;
}
const attempt = (status: number) => ({
  attemptedAt: new Date().toISOString(),
  status,
  durationMs: 1,
  error: null,
  responseBody: null,
});

type Queued = Awaited<ReturnType<typeof queued>>;
const deliveryOf = async ({ scope, id }: Queued) => {
  await startIfNone();
  return (await deliveriesOf(bus, scope, id))[0];
};
async function startIfNone() {
  service ??= await startService(db, nats.url);
}
const delivered = (endpoint: Queued) =>
  waitFor(async () => (await deliveryOf(endpoint))?.status === 'delivered');

describe('a process that dies', () => {
  it('before it has sent what it took, has it sent by another after the lease', async () => {
    const endpoint = await queued();
    await claim();
    const takenMs = Date.now();
    await delivered(endpoint);
    expect(Date.now() - takenMs).toBeGreaterThan(leaseMs - 50);
    expect(endpoint.received()).toHaveLength(1);
  });

  it('after it has sent and before it wrote that, has it sent again with the same id', async () => {
    const endpoint = await queued();
    const { eventId } = await claim();
    // The first post, whose end nobody wrote.
    await fetch(endpoint.url, { method: 'POST', body: '{}', headers: { 'webhook-id': eventId } });
    await delivered(endpoint);
    expect(endpoint.received().map(({ id }) => id)).toEqual([eventId, eventId]);
    const last = endpoint.received().at(-1);
    expect(last && isSignedBy(endpoint.secret, last)).toBe(true);
  });

  it('and wakes after the lease, finishes nothing over another', async () => {
    const endpoint = await queued();
    const late = await claim();
    await delivered(endpoint);
    const now = new Date();
    await finishFailed(db, late, { attempt: attempt(500), now, next: now, isGone: false });
    await handBack(db, late, now);
    expect(await deliveryOf(endpoint)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    await finishDelivered(db, late, attempt(200), now);
    expect(await deliveryOf(endpoint)).toMatchObject({ attemptCount: 1 });
  });
});

describe('a process that is told to stop', () => {
  it('hands back what it cannot end, and it counts as no attempt', async () => {
    const endpoint = await queued();
    const path = new URL(endpoint.url).pathname;
    receiver.answerWith(path, (_, count) => (count === 1 ? 'hang' : { status: 200 }));
    const stopping = await startService(db, nats.url, {
      timeoutMs: 20_000,
      deliveries: { leaseMs: 60_000, stopTimeoutMs: 50 },
    });
    await waitFor(() => endpoint.received().length === 1);
    await stopping.stop();
    await delivered(endpoint);
    expect(await deliveryOf(endpoint)).toMatchObject({ attemptCount: 1, status: 'delivered' });
  });
});

describe('what fails here and not at the endpoint', () => {
  it('is no attempt: a record that its owner does not answer for is asked for again', async () => {
    const endpoint = await queued();
    await sql`update webhook_endpoints set payload = 'full' where id = ${endpoint.id}`.execute(db);
    let asked = 0;
    let aheadMs = 0;
    service = await startService(db, nats.url, {
      now: () => new Date(Date.now() + aheadMs),
      readRecord: async () => {
        if (++asked === 1) throw new Error('busy');
        return { id: 'text_1' };
      },
    });
    await waitFor(() => asked === 1);
    aheadMs = 10_000;
    await delivered(endpoint);
    expect(await deliveryOf(endpoint)).toMatchObject({ attemptCount: 1 });
  });
});
