import { createClient, verifyWebhook } from '@redline/client';
import { makeVideo } from '@redline/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { batchClient, placeOf, plansOf, textsOf } from '../src/batches.ts';
import { mediaClient } from '../src/media-client.ts';
import { contactOn, hasMedia } from '../src/media-words.ts';
import { readReport } from '../src/reports.ts';
import * as shapes from '../src/shapes.ts';
import { endpointClient, prefixes } from '../src/webhook-endpoints.ts';
import {
  type Received,
  type Receiver,
  signatureOf,
  signaturesIn,
  startReceiver,
} from '../src/webhook-receiver.ts';
import { type CustomerWish, enter, type SiteName, type World } from '../src/world.ts';

let world: World;
const receivers: Receiver[] = [];
beforeAll(async () => {
  world = await enter();
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map(({ close }) => close()));
});
afterAll(() => world.leave());

const open = async (...given: Parameters<typeof startReceiver>) => {
  const receiver = await startReceiver(...given);
  receivers.push(receiver);
  return receiver;
};
const of =
  (id: string) =>
  ({ event }: Received) =>
    event.data.id === id;

/** An account of a site with its client, and a way to submit a text. */
async function customerOf(site: SiteName = 'us', wish: CustomerWish = {}) {
  const customer = await world.createCustomer({ site, plan: plansOf[site].from, ...wish });
  const submitWith = async (key: string, headers = {}, text: string = textsOf[site][0]) => {
    const body = { text, ...placeOf[site] };
    const path = `${prefixes[site]}/text/checks`;
    const answer = await world.call({ key, method: 'POST', path, body, headers });
    return String(Object(shapes.success.parse(answer.body).data).id);
  };
  const endpoints = endpointClient(world, site, customer.key);
  return { customer, endpoints, submitWith, submit: (headers = {}) => submitWith(customer.key, headers) };
}

describe('an endpoint', () => {
  it.each(['us', 'id', 'main'] as const)(
    'on the site %s gets a signed event of a check that has its verdict',
    async (site) => {
      const receiver = await open();
      const { endpoints, submit } = await customerOf(site);
      const { id: endpointId, secret } = await endpoints.create({ url: receiver.url });
      const id = await submit();
      const request = await receiver.wait(of(id));
      const self = `${prefixes[site]}/text/checks/${id}`;
      expect(request.event).toMatchObject({
        type: 'check.completed',
        data: {
          object: site === 'main' ? 'text_check' : 'intl_text_check',
          ...{ kind: 'text', status: 'completed', site, tenant: null, mode: 'live', batchId: null },
          links: { self },
        },
      });
      expect(request.event.data).not.toHaveProperty('record');
      expect(request.headers['content-type']).toMatch(/^application\/json/);
      expect(signaturesIn(request)).toEqual([signatureOf(request, secret)]);
      expect(await verifyWebhook(request, { secret })).toEqual(request.event);
      const delivered = await endpoints.until(endpointId, ({ status }) => status === 'delivered');
      expect(delivered).toMatchObject({
        eventId: request.headers['webhook-id'],
        type: 'check.completed',
        attemptCount: 1,
        attempts: [{ status: 204, error: null }],
      });
    },
  );

  it('is answered with its secret once, and never again', async () => {
    const { endpoints } = await customerOf();
    const { secret, ...made } = await endpoints.create({
      url: 'https://shop.example/hooks',
      description: 'Shop',
    });
    expect(made).toMatchObject({
      events: ['check.completed', 'check.failed', 'batch.completed', 'report.completed', 'credits.low'],
      ...{ description: 'Shop', payload: 'thin', enabled: true },
    });
    expect(await endpoints.get(made.id)).toEqual(made);
    expect(await endpoints.list()).toEqual([made]);
    for (const answer of [await endpoints.ask('GET'), await endpoints.ask('GET', `/${made.id}`)]) {
      expect(answer.text).not.toContain(secret);
    }
  });

  it.each([
    ['http://10.0.0.1/hooks', /10\.0\.0\.1|https|public/],
    ['https://10.0.0.1/hooks', /public/],
    ['https://169.254.169.254/latest/meta-data', /public/],
    ['https://[fd00::1]/hooks', /public/],
    ['https://0x7f000001.nip.example@192.168.1.1/', /user|password|public/],
    ['http://93.184.216.34/hooks', /https/],
  ])('at %s is refused with a sentence', async (url, sentence) => {
    const { endpoints } = await customerOf();
    const answer = await endpoints.ask('POST', '', { url });
    const { code, error } = shapes.failure(400).parse(answer.body);
    expect([answer.status, code, error]).toEqual([400, 'invalid_request', expect.stringMatching(sentence)]);
    expect(await endpoints.list()).toEqual([]);
  });

  it('with the whole record gets it as its GET gives it', async () => {
    const receiver = await open();
    const { customer, endpoints, submitWith } = await customerOf();
    await endpoints.create({ url: receiver.url, payload: 'full' });
    const id = await submitWith(customer.key, {}, textsOf.us[1]);
    const { event } = await receiver.wait(of(id));
    const read = await world.call({ key: customer.key, path: `${prefixes.us}/text/checks/${id}` });
    expect(event.data['record']).toEqual(Object(read.body).data);
    expect(shapes.textCheck.parse(event.data['record']).riskLevel).toBe('high');
  });

  it('gets the types that it has asked for, and a test whatever these are', async () => {
    const receiver = await open();
    const { endpoints, submit } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url, events: ['batch.completed'] });
    await submit();
    await endpoints.test(id);
    const { event } = await receiver.wait(({ event }) => event.type === 'endpoint.test');
    expect(event.data).toMatchObject({ id, kind: 'endpoint', links: { self: expect.stringContaining(id) } });
    expect(receiver.received.map((one) => one.event.type)).toEqual(['endpoint.test']);
  });

  it('is told of a batch, and of each of its checks', async () => {
    const receiver = await open();
    const { customer, endpoints } = await customerOf();
    await endpoints.create({ url: receiver.url });
    const batches = batchClient(world, 'us', customer.key);
    const batchId = await batches.submit({ texts: [...textsOf.us] });
    const { event } = await receiver.wait(of(batchId));
    expect(event).toMatchObject({ type: 'batch.completed', data: { kind: 'batch', result: 'REJECT' } });
    const { items } = await batches.ended(batchId);
    for (const { checkId } of items) {
      expect((await receiver.wait(of(String(checkId)))).event.data['batchId']).toBe(batchId);
    }
  });

  it.skipIf(!hasMedia)(
    'on the Chinese site is told of a video and of its report',
    async () => {
      const receiver = await open();
      const { customer, endpoints } = await customerOf('main');
      await endpoints.create({ url: receiver.url, events: ['check.completed', 'report.completed'] });
      const media = mediaClient(world, 'main', customer.key);
      const words = contactOn.main;
      const video = await media.upload('video', await makeVideo({ seconds: 2, isSilent: true, words }));
      const id = await media.submitVideo(video, 2);
      expect((await receiver.wait(of(id))).event.data).toMatchObject({
        object: 'video_check',
        kind: 'video',
      });
      await media.ended(id);
      await readReport(world, customer.key, id);
      const { event } = await receiver.wait((request) => request.event.type === 'report.completed');
      expect(event.data).toMatchObject({
        ...{ kind: 'report', status: 'completed', videoCheckId: id },
        links: { self: `/v1/video/checks/${id}/report/latest` },
      });
    },
    120_000,
  );

  it('that is disabled gets nothing, and is enabled again', async () => {
    const receiver = await open();
    const { endpoints, submit } = await customerOf();
    const { id } = await endpoints.create({ url: `${receiver.url}/off` });
    await endpoints.create({ url: `${receiver.url}/on` });
    expect(await endpoints.update(id, { enabled: false })).toMatchObject({
      ...{ enabled: false, disabledReason: 'by_request' },
    });
    const test = await endpoints.ask('POST', `/${id}/test`);
    expect([test.status, Object(test.body).error]).toEqual([400, expect.stringMatching(/disabled/)]);
    const first = await submit();
    // Deliveries to all endpoints are written at once: what the other one has got is decided.
    await receiver.wait(of(first));
    await endpoints.update(id, { enabled: true });
    const second = await submit();
    await receiver.wait((request) => request.path.endsWith('/off') && of(second)(request));
    const atOff = receiver.received.filter(({ path }) => path.endsWith('/off'));
    expect(atOff.map(({ event }) => event.data.id)).toEqual([second]);
  });
});

describe('a delivery', () => {
  it('that fails is tried again, with the same id, until it is accepted', async () => {
    const receiver = await open((_, before) => (before < 1 ? 503 : 200));
    const { endpoints } = await customerOf();
    const { id, secret } = await endpoints.create({ url: receiver.url });
    const { id: deliveryId, eventId } = await endpoints.test(id);
    const failed = await endpoints.until(id, ({ attemptCount }) => attemptCount === 1);
    expect(failed).toMatchObject({
      ...{ id: deliveryId, status: 'pending', nextAttemptAt: expect.any(String) },
      attempts: [{ status: 503, responseBody: 'not now', error: expect.stringMatching(/503/) }],
    });
    const delivered = await endpoints.until(id, ({ status }) => status === 'delivered');
    expect(delivered).toMatchObject({ attemptCount: 2, nextAttemptAt: null });
    expect(delivered.attempts.map(({ status }) => status)).toEqual([200, 503]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
    for (const request of receiver.received) {
      expect(signaturesIn(request)).toEqual([signatureOf(request, secret)]);
    }
  });

  it('is sent again on request, delivered or not', async () => {
    const receiver = await open();
    const { endpoints } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url });
    const { id: deliveryId, eventId } = await endpoints.test(id);
    await endpoints.until(id, ({ status }) => status === 'delivered');
    expect(await endpoints.resend(id, deliveryId)).toMatchObject({ id: deliveryId, status: 'pending' });
    await endpoints.until(id, ({ status, attemptCount }) => status === 'delivered' && attemptCount === 2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
  });

  it('that is redirected is not followed', async () => {
    const receiver = await open(() => 302);
    const { endpoints } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url });
    await endpoints.test(id);
    const { attempts } = await endpoints.until(id, ({ attemptCount }) => attemptCount === 1);
    expect(attempts[0]).toMatchObject({ status: 302, error: expect.any(String) });
  });

  it('answered 410 ends the endpoint', async () => {
    const receiver = await open(() => 410);
    const { endpoints } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url });
    await endpoints.test(id);
    await endpoints.until(id, ({ status }) => status === 'failed');
    expect(await endpoints.get(id)).toMatchObject({ enabled: false, disabledReason: 'gone' });
  });

  it('is listed newest first, page by page', async () => {
    const receiver = await open();
    const { endpoints } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url });
    const made: string[] = [];
    for (let left = 3; left > 0; left -= 1) made.unshift((await endpoints.test(id)).id);
    const first = await endpoints.deliveries(id, '?pageSize=2');
    const last = await endpoints.deliveries(id, `?pageSize=2&after=${first.next}`);
    expect([...first.data, ...last.data].map((one) => one.id)).toEqual(made);
    expect([first.hasMore, last.hasMore, last.next]).toEqual([true, false, null]);
  });
});

describe('a secret', () => {
  it('that is rotated signs beside the new one, until its time is up', async () => {
    const receiver = await open();
    const { endpoints } = await customerOf();
    const { id, secret: old } = await endpoints.create({ url: receiver.url });
    const { secret, previousSecretExpiresAt } = await endpoints.rotate(id);
    expect(Date.parse(String(previousSecretExpiresAt)) - Date.now()).toBeGreaterThan(86_000_000);
    expect(secret).not.toBe(old);
    const { id: both } = await endpoints.test(id);
    await endpoints.until(id, (one) => one.id === both && one.status === 'delivered');
    const { secret: newest } = await endpoints.rotate(id, { overlapSeconds: 0 });
    const { id: alone } = await endpoints.test(id);
    await endpoints.until(id, (one) => one.id === alone && one.status === 'delivered');
    const [first, second] = receiver.received as [Received, Received];
    expect(signaturesIn(first)).toEqual([signatureOf(first, secret), signatureOf(first, old)]);
    expect(signaturesIn(second)).toEqual([signatureOf(second, newest)]);
    expect(await verifyWebhook(first, { secret: old })).toEqual(first.event);
    await expect(verifyWebhook(second, { secret })).rejects.toMatchObject({ code: 'wrong_signature' });
  });
});

describe('events', () => {
  it('go to the tenant and the kind of key that made them, and to nobody else', async () => {
    const receiver = await open();
    const { customer, endpoints, submitWith } = await customerOf();
    const { key: testKey } = await world.createKey(customer, 'us', '--test');
    const shop = { 'x-end-tenant': 'shop-1' };
    const clients = {
      own: endpoints,
      shop: endpointClient(world, 'us', customer.key, shop),
      test: endpointClient(world, 'us', testKey),
      stranger: (await customerOf()).endpoints,
    };
    for (const [name, client] of Object.entries(clients))
      await client.create({ url: `${receiver.url}/${name}` });
    const ids = {
      own: await submitWith(customer.key),
      shop: await submitWith(customer.key, shop),
      test: await submitWith(testKey),
    };
    const came = await Promise.all(Object.values(ids).map((id) => receiver.wait(of(id))));
    expect(came.map(({ path, event: { data } }) => [path, data.tenant, data.mode])).toEqual([
      ['/redline/own', null, 'live'],
      ['/redline/shop', 'shop-1', 'live'],
      ['/redline/test', null, 'test'],
    ]);
    expect(receiver.received).toHaveLength(3);
  });

  it('of endpoints that another account, tenant or site asks for are not found', async () => {
    const receiver = await open();
    const { customer, endpoints } = await customerOf();
    const { id } = await endpoints.create({ url: receiver.url });
    const { id: deliveryId } = await endpoints.test(id);
    await world.operate('plan', 'set', '--account', customer.accountId, '--site', 'id', '--plan', 'flagship');
    const elsewhere = await world.createKey(customer, 'id');
    const strangers = [
      (await customerOf()).endpoints,
      endpointClient(world, 'us', customer.key, { 'x-end-tenant': 'shop-1' }),
      endpointClient(world, 'us', (await world.createKey(customer, 'us', '--test')).key),
      endpointClient(world, 'id', elsewhere.key),
    ];
    for (const { ask, list } of strangers) {
      const answers = [
        await ask('GET', `/${id}`),
        await ask('PATCH', `/${id}`, { enabled: false }),
        await ask('POST', `/${id}/test`),
        await ask('POST', `/${id}/rotate-secret`),
        await ask('GET', `/${id}/deliveries`),
        await ask('POST', `/${id}/deliveries/${deliveryId}/resend`),
        await ask('DELETE', `/${id}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
      expect(await list()).toEqual([]);
    }
    expect(await endpoints.get(id)).toMatchObject({ enabled: true, previousSecretExpiresAt: null });
  });

  it('of a check that fails say why, and its credits came back', async () => {
    const receiver = await open();
    const { customer, endpoints } = await customerOf();
    await endpoints.create({ url: receiver.url, events: ['check.failed'] });
    const redline = createClient({ baseUrl: world.deployment.baseUrl, apiKey: customer.key, site: 'us' });
    const { id } = await redline.checks.video.create({
      ...{ videoUrl: 'http://127.0.0.1:9/clip.mp4', videoTitle: 'Clip', videoSize: 1, videoDuration: 3 },
      ...{ platform: 'dtc_us', vertical: 'supplement' },
    });
    const { event } = await receiver.wait(of(id));
    expect(event).toMatchObject({
      type: 'check.failed',
      data: { kind: 'video', status: 'failed', failure: { code: 'url_not_allowed' } },
    });
  });

  it('of low credits come once when a charge takes them below the threshold', async () => {
    const receiver = await open();
    const { endpoints, submit } = await customerOf('us', { credits: 101 });
    await endpoints.create({ url: receiver.url, events: ['credits.low'] });
    const id = await submit();
    const { event } = await receiver.wait(({ event }) => event.type === 'credits.low');
    expect(event.data).toMatchObject({
      ...{ id, kind: 'credits', balance: 99, threshold: 100 },
      links: { self: '/v1/intl/us/account' },
    });
    const endpoint = (await endpoints.list())[0]?.id ?? '';
    await submit();
    await endpoints.test(endpoint);
    await receiver.wait(({ event }) => event.type === 'endpoint.test');
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['credits.low', 'endpoint.test']);
  });
});
