import { webhookRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { isSignedBy, type Receiver, startReceiver } from './receiver.ts';
import {
  createEndpoint,
  deliveriesOf,
  endpointOf,
  hearCompleted,
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
});
afterAll(async () => {
  await receiver.close();
  await dispose();
});

const start = async (changes: Parameters<typeof startService>[2] = {}) => {
  service = await startService(db, nats.url, changes);
};

/** A new endpoint at a path of its own. */
async function newEndpoint(changes: object = {}, scope = newScope()) {
  const path = `/hook-${++paths}`;
  const endpoint = await createEndpoint(bus, scope, { url: receiver.urlOf(path), ...changes });
  return { ...endpoint, path, scope, received: () => receiver.at(path) };
}
type TestEndpoint = Awaited<ReturnType<typeof newEndpoint>>;

const statuses = async ({ scope, id }: TestEndpoint) =>
  (await deliveriesOf(bus, scope, id)).map(({ status }) => status);
const delivered = (endpoint: TestEndpoint, count: number) =>
  waitFor(async () => (await statuses(endpoint)).filter((it) => it === 'delivered').length === count);

describe('an event', () => {
  it('is posted to each endpoint of its scope that has subscribed, signed, with ids and links', async () => {
    await start();
    const scope = newScope({ tenantId: 'shop-1' });
    const [one, other, unsubscribed, stranger] = await Promise.all([
      newEndpoint({}, scope),
      newEndpoint({ events: ['check.completed'] }, scope),
      newEndpoint({ events: ['check.failed'] }, scope),
      newEndpoint({}, { ...scope, tenantId: 'shop-2' }),
    ]);
    const id = await publishCompleted(bus, scope);
    await Promise.all([delivered(one, 1), delivered(other, 1)]);
    const [received] = one.received();
    expect(received && isSignedBy(one.secret, received)).toBe(true);
    expect(received && isSignedBy(other.secret, received)).toBe(false);
    expect(JSON.parse(received?.body ?? '')).toEqual({
      type: 'check.completed',
      timestamp: expect.any(String),
      data: {
        id,
        object: 'intl_text_check',
        kind: 'text',
        status: 'completed',
        site: 'us',
        tenant: 'shop-1',
        mode: 'live',
        batchId: null,
        links: { self: `/v1/intl/us/text/checks/${id}` },
      },
    });
    expect(other.received()[0]?.id).toBe(received?.id);
    expect([unsubscribed.received(), stranger.received()]).toEqual([[], []]);
  });

  it('that comes twice is delivered once, and by another message again', async () => {
    await start();
    const endpoint = await newEndpoint();
    const id = createId('text');
    expect(await hearCompleted(db, endpoint.scope, id, 'message-1')).toBe(1);
    expect(await hearCompleted(db, endpoint.scope, id, 'message-1')).toBe(0);
    expect(await hearCompleted(db, endpoint.scope, id, 'message-2')).toBe(1);
    await delivered(endpoint, 2);
    expect(new Set(endpoint.received().map((received) => received.id)).size).toBe(2);
  });

  it('that is told again after the database was restored has the id that receivers know', async () => {
    await start();
    const endpoint = await newEndpoint();
    const id = createId('text');
    await hearCompleted(db, endpoint.scope, id, 'restored-1');
    await sql`delete from inbox`.execute(db);
    await hearCompleted(db, endpoint.scope, id, 'restored-1');
    await delivered(endpoint, 2);
    expect(new Set(endpoint.received().map((received) => received.id)).size).toBe(1);
  });

  it('has its record where the endpoint wants it, as it is when it is sent; null if it is gone', async () => {
    const records = [{ id: 'text_1', status: 'completed' }, null];
    await start({ readRecord: async () => records.shift() ?? null });
    const endpoint = await newEndpoint({ payload: 'full' });
    for (const count of [1, 2]) {
      await publishCompleted(bus, endpoint.scope);
      await delivered(endpoint, count);
    }
    const bodies = endpoint.received().map(({ body }) => JSON.parse(body).data.record);
    expect(bodies).toEqual([{ id: 'text_1', status: 'completed' }, null]);
  });
});

describe('a delivery', () => {
  it('is tried again until it is accepted, with the same id, and tells each attempt', async () => {
    await start();
    const endpoint = await newEndpoint();
    receiver.answerWith(endpoint.path, (_, count) => ({ status: count < 3 ? 503 : 200 }));
    await publishCompleted(bus, endpoint.scope);
    await delivered(endpoint, 1);
    const [delivery] = await deliveriesOf(bus, endpoint.scope, endpoint.id);
    expect(delivery).toMatchObject({ attemptCount: 3, nextAttemptAt: null, deliveredAt: expect.any(String) });
    expect(delivery?.attempts.map(({ status, error }) => [status, error])).toEqual([
      [200, null],
      [503, 'the endpoint answered 503'],
      [503, 'the endpoint answered 503'],
    ]);
    expect(delivery?.attempts.at(-1)?.responseBody).toBe('said');
    expect(new Set(endpoint.received().map(({ id }) => id))).toEqual(new Set([delivery?.eventId]));
    expect(await endpointOf(bus, endpoint.scope, endpoint.id)).toMatchObject({ failingSince: null });
  });

  it('fails after its last attempt, and is sent again on request', async () => {
    await start();
    const endpoint = await newEndpoint();
    receiver.answerWith(endpoint.path, () => ({ status: 500 }));
    await publishCompleted(bus, endpoint.scope);
    await waitFor(async () => (await statuses(endpoint))[0] === 'failed');
    expect(endpoint.received()).toHaveLength(5);
    expect((await endpointOf(bus, endpoint.scope, endpoint.id)).failingSince).not.toBeNull();
    receiver.answerWith(endpoint.path, () => ({ status: 200 }));
    const [failed] = await deliveriesOf(bus, endpoint.scope, endpoint.id);
    const resend = { scope: endpoint.scope, id: endpoint.id, deliveryId: failed?.id ?? '' };
    expect(await call(bus, webhookRequests.resend, resend)).toMatchObject({
      delivery: { status: 'pending' },
    });
    await delivered(endpoint, 1);
    expect(endpoint.received().at(-1)?.id).toBe(failed?.eventId);
  });

  it('follows no redirect', async () => {
    await start({ waitsMs: [] });
    const [endpoint, elsewhere] = [await newEndpoint(), await newEndpoint()];
    receiver.answerWith(endpoint.path, () => ({ status: 307, headers: { location: elsewhere.url } }));
    await publishCompleted(bus, endpoint.scope);
    await waitFor(async () => (await statuses(endpoint))[0] === 'failed');
    expect(elsewhere.received()).toEqual([]);
  });

  it('goes nowhere when the name of its endpoint leads to a private address by then', async () => {
    let addresses = ['93.184.216.34'];
    const dialled: string[] = [];
    const dial = (target: { address: string; port: number }) => {
      dialled.push(target.address);
      return { address: '127.0.0.1', port: receiver.port };
    };
    await start({ network: { resolve: async () => addresses, dial }, networks: [], waitsMs: [] });
    const scope = newScope();
    const { id } = await createEndpoint(bus, scope, { url: 'https://rebinding.example/hook' });
    addresses = ['127.0.0.1'];
    await publishCompleted(bus, scope);
    const [delivery] = await waitFor(async () => {
      const all = await deliveriesOf(bus, scope, id);
      return all[0]?.status === 'failed' ? all : undefined;
    });
    expect(delivery?.attempts[0]).toMatchObject({
      status: null,
      error: 'the URL leads to an address that is not public',
    });
    expect(dialled).toEqual([]);
  });

  it('goes nowhere over plain HTTP when its endpoint is outside of the networks by then', async () => {
    let resolve: () => Promise<string[]> = async () => {
      throw new Error('ENOTFOUND');
    };
    const dialled: string[] = [];
    const dial = (target: { address: string; port: number }) => {
      dialled.push(target.address);
      return { address: '127.0.0.1', port: receiver.port };
    };
    await start({ network: { resolve: () => resolve(), dial }, waitsMs: [] });
    const scope = newScope();
    const { id } = await createEndpoint(bus, scope, { url: 'http://later.example/hook' });
    resolve = async () => ['93.184.216.34'];
    await publishCompleted(bus, scope);
    const attempt = await waitFor(async () => (await deliveriesOf(bus, scope, id))[0]?.attempts[0]);
    expect(attempt).toMatchObject({ status: null, error: 'the URL must begin with https://' });
    expect(dialled).toEqual([]);
  });

  it('to an endpoint that never answers holds up none to another', async () => {
    await start({ timeoutMs: 3_000, deliveries: { concurrency: 4, ofEndpoint: 2, leaseMs: 10_000 } });
    const [dead, alive] = [await newEndpoint(), await newEndpoint()];
    receiver.answerWith(dead.path, () => 'hang');
    for (let count = 0; count < 20; count++) await publishCompleted(bus, dead.scope);
    await waitFor(() => dead.received().length === 2);
    const startedMs = performance.now();
    for (let count = 0; count < 10; count++) await publishCompleted(bus, alive.scope);
    await delivered(alive, 10);
    expect(performance.now() - startedMs).toBeLessThan(2_500);
    expect(dead.received().length).toBeLessThanOrEqual(2);
  });

  it('to an endpoint that has failed for a while is one at a time, until it is accepted', async () => {
    await start({ timeoutMs: 400, deliveries: { concurrency: 8, ofEndpoint: 4, leaseMs: 5_000 } });
    const endpoint = await newEndpoint();
    let [open, most] = [0, 0];
    receiver.answerWith(endpoint.path, () => {
      most = Math.max(most, ++open);
      setTimeout(() => open--, 300);
      return 'hang';
    });
    const since = new Date(Date.now() - 120_000);
    await sql`update webhook_endpoints set failing_since = ${since}, last_failed_at = ${since}
      where id = ${endpoint.id}`.execute(db);
    for (let count = 0; count < 8; count++) await publishCompleted(bus, endpoint.scope);
    await waitFor(() => endpoint.received().length >= 3);
    expect(most).toBe(1);
    receiver.answerWith(endpoint.path, () => ({ status: 200 }));
    await delivered(endpoint, 8);
    expect((await endpointOf(bus, endpoint.scope, endpoint.id)).failingSince).toBeNull();
  });

  it('is made by one of two replicas', async () => {
    await start();
    const second = await startService(db, nats.url);
    const endpoint = await newEndpoint();
    for (let count = 0; count < 40; count++) await publishCompleted(bus, endpoint.scope);
    await delivered(endpoint, 40);
    expect(endpoint.received()).toHaveLength(40);
    await second.stop();
  });
});

describe('a rotated secret', () => {
  it('signs beside the new one until its time is over', async () => {
    let aheadMs = 0;
    await start({ now: () => new Date(Date.now() + aheadMs) });
    const endpoint = await newEndpoint();
    const { scope, id } = endpoint;
    const rotate = async (overlapSeconds: number) => {
      const reply = await call(bus, webhookRequests.rotate, { scope, id, overlapSeconds });
      if (reply.outcome !== 'rotated') throw new Error(reply.outcome);
      return reply.endpoint;
    };
    const rotated = await rotate(60);
    expect(rotated.secret).not.toBe(endpoint.secret);
    expect(rotated.previousSecretExpiresAt).not.toBeNull();
    const send = async (count: number) => {
      await publishCompleted(bus, scope);
      await delivered(endpoint, count);
      const received = endpoint.received().at(-1);
      return [endpoint.secret, rotated.secret].map((one) => received && isSignedBy(one, received));
    };
    expect(await send(1)).toEqual([true, true]);
    aheadMs = 61_000;
    expect(await send(2)).toEqual([false, true]);
    aheadMs = 0;
    const last = await rotate(0);
    expect(last.previousSecretExpiresAt).toBeNull();
    expect(await send(3)).toEqual([false, false]);
  });
});

describe('an endpoint is disabled', () => {
  it('at once when it answers 410, and what is queued for it ends', async () => {
    await start({ waitsMs: [60_000] });
    const endpoint = await newEndpoint();
    receiver.answerWith(endpoint.path, (_, count) => ({ status: count === 1 ? 500 : 410 }));
    await publishCompleted(bus, endpoint.scope);
    await waitFor(() => endpoint.received().length === 1);
    await publishCompleted(bus, endpoint.scope);
    await waitFor(async () => !(await endpointOf(bus, endpoint.scope, endpoint.id)).enabled);
    expect(await statuses(endpoint)).toEqual(['failed', 'failed']);
    await publishCompleted(bus, endpoint.scope);
    const other = await newEndpoint({}, endpoint.scope);
    await publishCompleted(bus, endpoint.scope);
    await delivered(other, 1);
    expect(endpoint.received()).toHaveLength(2);
    expect(await endpointOf(bus, endpoint.scope, endpoint.id)).toMatchObject({ disabledReason: 'gone' });
  });

  it('after five days in which it has accepted nothing, and not after a pause of days', async () => {
    let aheadMs = 0;
    const hour = 3_600_000;
    await start({ now: () => new Date(Date.now() + aheadMs), waitsMs: [] });
    const endpoint = await newEndpoint();
    receiver.answerWith(endpoint.path, () => ({ status: 500 }));
    let sent = 0;
    const fail = async () => {
      await publishCompleted(bus, endpoint.scope);
      sent++;
      await waitFor(async () => (await statuses(endpoint)).filter((it) => it === 'failed').length === sent);
      return endpointOf(bus, endpoint.scope, endpoint.id);
    };
    expect((await fail()).enabled).toBe(true);
    aheadMs = 130 * hour;
    const { failingSince } = await fail();
    expect(Date.parse(failingSince ?? '')).toBeGreaterThan(Date.now() + 129 * hour);
    for (const hours of [24, 48, 72, 96, 119]) {
      aheadMs = (130 + hours) * hour;
      expect((await fail()).enabled).toBe(true);
    }
    aheadMs = (130 + 121) * hour;
    expect(await fail()).toMatchObject({ enabled: false, disabledReason: 'failing' });
    receiver.answerWith(endpoint.path, () => ({ status: 200 }));
    const change = { enabled: true };
    const key = { scope: endpoint.scope, id: endpoint.id };
    await call(bus, webhookRequests.update, { ...key, change });
    await publishCompleted(bus, endpoint.scope);
    await delivered(endpoint, 1);
    expect(await endpointOf(bus, endpoint.scope, endpoint.id)).toMatchObject({ failingSince: null });
  });
});

describe('the list of deliveries', () => {
  it('goes from the newest to the oldest in pages, whole or by status', async () => {
    await start({ waitsMs: [] });
    const endpoint = await newEndpoint();
    receiver.answerWith(endpoint.path, (_, count) => ({ status: count % 2 ? 500 : 200 }));
    for (let count = 1; count <= 5; count++) {
      await publishCompleted(bus, endpoint.scope);
      await waitFor(async () => (await statuses(endpoint)).filter((it) => it !== 'pending').length === count);
    }
    const all = await deliveriesOf(bus, endpoint.scope, endpoint.id);
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const question = { scope: endpoint.scope, id: endpoint.id, pageSize: 2, after };
      const page: { deliveries: readonly { id: string }[]; next: string | null } = await call(
        bus,
        webhookRequests.deliveries,
        question,
      ).then((reply) => {
        if (reply.outcome !== 'listed') throw new Error(reply.outcome);
        return reply;
      });
      pages.push(page.deliveries.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(all.map(({ id }) => id));
    const question = { scope: endpoint.scope, id: endpoint.id, pageSize: 50, after: null };
    const failed = await call(bus, webhookRequests.deliveries, { ...question, status: 'failed' });
    expect(failed).toMatchObject({ outcome: 'listed', next: null });
    expect(failed.outcome === 'listed' && failed.deliveries).toHaveLength(3);
  });
});
