import { internationalContract, mainContract, us } from '@redline/contracts';
import type { Running } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startImageWorker } from './fake-media.ts';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

/** Some names here are lines of docs/crash-points.md. */
let world: World;
let gateway: Replica;
let worker: Running;
let key: string;
let mainKey: string;
let how: 'announced' | 'silent' | 'stuck' = 'announced';
const env = { RATE_SUBMISSION: '10000', IDEMPOTENCY_LEASE_MS: '600' };

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env });
  worker = await startImageWorker(world.bus, world.services.media, () => how);
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
beforeEach(() => {
  how = 'announced';
  media().isSilent = false;
});
afterAll(async () => {
  await worker.stop();
  await world.dispose();
});

const contract = internationalContract(us);
const body = { imageUrl: 'https://shop.example/a.jpg', imageTitle: 'A mug', imageSize: 48_213 };
interface Sent {
  readonly site?: 'us' | 'main';
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly replica?: Replica;
}
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, sent: Sent = {}) => {
  const { site = 'us', payload, headers = {}, replica = gateway } = sent;
  return send(replica.http, site === 'us' ? key : mainKey, {
    method,
    url: `${site === 'us' ? us.prefix : '/v1'}${path}`,
    headers,
    ...(payload && { payload }),
  });
};
const submit = (sent: Sent = {}) => ask('POST', '/image/checks', { payload: body, ...sent });
const media = () => world.services.media;

describe('an image check', () => {
  it.each([
    ['us', contract],
    ['main', mainContract],
  ] as const)(
    'on the site %s is answered with its whole record, and can be read, listed and deleted',
    async (site, routes) => {
      const { status, body: answer } = await submit({ site });
      expect(status).toBe(201);
      expect(routes.createImageCheck.responses[201].parse(answer)).toEqual(answer);
      const { id } = answer.data;
      expect(answer.data).toMatchObject({ status: 'completed', riskLevel: 'PASS' });
      const read = await ask('GET', `/image/checks/${id}`, { site });
      const { creditCost, ...record } = answer.data;
      expect(creditCost).toBe(2);
      expect(read.body.data).toEqual(record);
      const list = await ask('GET', '/image/checks', { site });
      expect(routes.listImageChecks.responses[200].parse(list.body)).toEqual(list.body);
      expect(list.body.data.data[0].id).toBe(id);
      const removed = await ask('DELETE', `/image/checks/${id}`, { site });
      expect(removed.body.data).toEqual({ id, object: answer.data.object, deleted: true });
      expect((await ask('GET', `/image/checks/${id}`, { site })).status).toBe(404);
    },
  );

  it('that is told to have ended is answered at once, and one that is not within a second', async () => {
    const slow = await world.startReplica({
      env,
      verdictLimits: { waitMs: 20_000, readEveryMs: 10_000, expireMs: 300 },
    });
    const startedMs = performance.now();
    expect((await submit({ replica: slow })).body.data.status).toBe('completed');
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    how = 'silent';
    expect((await submit()).body.data.status).toBe('completed');
  });

  it('that a worker never ends is failed when the time is over, and refunded', async () => {
    how = 'stuck';
    const before = world.services.balance;
    const { status, body: answer } = await submit();
    expect([status, answer.data.status, answer.data.riskLevel]).toEqual([201, 'failed', null]);
    expect(media().expired).toContain(answer.data.id);
    expect(world.services.balance).toBe(before);
  });

  it('whose engine falls silent after the job was stored is 201 and processing, and is found by a retry', async () => {
    how = 'stuck';
    media().isSilent = true;
    const headers = { 'idempotency-key': 'silent' };
    const quick = await world.startReplica({
      env,
      verdictLimits: { waitMs: 300, readEveryMs: 100, expireMs: 100 },
    });
    const first = await submit({ headers, replica: quick, site: 'main' });
    expect([first.status, first.body.data.status]).toEqual([201, 'processing']);
    expect(mainContract.createImageCheck.responses[201].parse(first.body)).toEqual(first.body);
    media().isSilent = false;
    const record = media().images.get(first.body.data.id) ?? expect.unreachable();
    record.status = 'completed';
    const second = await submit({ headers, site: 'main' });
    expect([second.body.data.id, second.body.data.status]).toEqual([first.body.data.id, 'completed']);
  });

  it('that is deleted while it runs is answered as failed', async () => {
    how = 'stuck';
    const seen = new Set(media().reads);
    const answer = submit();
    const id = await waitFor(() => media().reads.find((one) => !seen.has(one)), { what: 'the first read' });
    expect((await ask('DELETE', `/image/checks/${id}`)).status).toBe(200);
    expect((await answer).body.data).toMatchObject({
      id,
      status: 'failed',
      failure: { code: 'check_deleted' },
      labels: [],
    });
  });

  it('sent ten times at once with one Idempotency-Key is one record, charged once, with one answer', async () => {
    how = 'silent';
    const before = world.services.balance;
    const headers = { 'idempotency-key': 'ten' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit({ headers })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(answers.map(({ body: { data } }) => JSON.stringify(data))).size).toBe(1);
    expect(before - world.services.balance).toBe(2);
  });

  it.each(['us', 'main'] as const)(
    'is answered to a retry by its record as long as that is there, then by 404, and charged once (%s)',
    async (site) => {
      const headers = { 'idempotency-key': `deleted-${site}` };
      const before = world.services.balance;
      const first = await submit({ site, headers });
      const { id } = first.body.data;
      expect((await submit({ site, headers })).body).toEqual(first.body);
      await ask('DELETE', `/image/checks/${id}`, { site });
      const images = media().images.size;
      const retry = await submit({ site, headers });
      expect([retry.status, retry.body.code]).toEqual([404, 'not_found']);
      expect(retry.body.error).toContain('is deleted; send a new key');
      expect(JSON.stringify(retry.body)).not.toContain(body.imageTitle);
      expect([media().images.size, before - world.services.balance]).toEqual([images, 2]);
    },
  );

  it('leaves its id with its Idempotency-Key, and nothing of its content', async () => {
    const { id } = (await submit({ headers: { 'idempotency-key': 'kept' } })).body.data;
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(idempotency)::text as row from idempotency where key = 'kept'`.execute(world.db);
    expect(rows[0]?.row).toContain(id);
    expect(rows[0]?.row).not.toContain(body.imageTitle);
    expect(rows[0]?.row).not.toContain(body.imageUrl);
  });

  it('whose record an older version kept with the key is not sent from there', async () => {
    const headers = { 'idempotency-key': 'older' };
    const first = await submit({ headers });
    await sql`update idempotency set body = ${JSON.stringify(first.body.data)} where key = 'older'`.execute(
      world.db,
    );
    await ask('DELETE', `/image/checks/${first.body.data.id}`);
    expect((await submit({ headers })).status).toBe(404);
  });

  it('whose owner does not answer a retry is 500 to it, and found by the next', async () => {
    const headers = { 'idempotency-key': 'owner-away' };
    const first = await submit({ headers });
    const before = world.services.balance;
    media().isSilent = true;
    expect((await submit({ headers })).status).toBe(500);
    media().isSilent = false;
    expect((await submit({ headers })).body).toEqual(first.body);
    expect(world.services.balance).toBe(before);
  });

  it('whose gateway is gone while a client waits is answered to the retry by another, charged once', async () => {
    how = 'stuck';
    const before = world.services.balance;
    const headers = { 'idempotency-key': 'gone' };
    const waits = { waitMs: 5_000, readEveryMs: 50, expireMs: 300 };
    const first = await world.startReplica({ env, verdictLimits: waits });
    const seen = new Set(media().images.keys());
    const dropped = submit({ headers, replica: first });
    const id = await waitFor(
      () => [...media().images.keys()].find((one) => !seen.has(one) && media().reads.includes(one)),
      { what: 'the first wait' },
    );
    const retry = submit({ headers });
    const record = media().images.get(id) ?? expect.unreachable();
    await waitFor(() => world.services.calls.filter((one) => one === `prepare ${id}`).length === 2, {
      what: 'the takeover',
    });
    record.status = 'completed';
    const [one, two] = await Promise.all([dropped, retry]);
    expect([one.body.data.id, two.body.data.id]).toEqual([id, id]);
    expect(two.body.data.status).toBe('completed');
    expect(before - world.services.balance).toBe(2);
  });

  it('without enough credits is 402 with both numbers, and no record stays', async () => {
    const records = media().images.size;
    world.services.balance = 1;
    const { status, body: answer } = await submit();
    world.services.balance = 1_000;
    expect([status, answer.requiredCredits, answer.currentBalance]).toEqual([402, 2, 1]);
    expect(media().images.size).toBe(records);
  });

  it('of the advertising line names it on the bill; of short dramas there is none', async () => {
    world.services.closedLine = 'touliu';
    const closed = await submit({ site: 'main', payload: { ...body, productVertical: 'touliu' } });
    world.services.closedLine = null;
    expect([closed.status, closed.body.code]).toEqual([403, 'product_line_not_enabled']);
    const drama = await submit({ site: 'main', payload: { ...body, productVertical: 'duanju' } });
    expect([drama.status, drama.body.error]).toEqual([
      400,
      'productVertical must be one of: creator, touliu',
    ]);
  });

  it('that broke the contract reaches nobody', async () => {
    const before = world.services.calls.length;
    const wrong = await submit({ payload: { imageUrl: 'a.jpg', imageTitle: 7 } });
    expect([wrong.status, wrong.body.error]).toEqual([
      400,
      'imageUrl must be an http or https URL; imageTitle must be a string; imageSize is required',
    ]);
    expect(world.services.calls).toHaveLength(before);
  });

  it('of another scope, or with an id of another kind, is not found', async () => {
    const { id } = (await submit()).body.data;
    const headers = { 'x-end-tenant': 'somebody' };
    expect((await ask('GET', `/image/checks/${id}`, { headers })).status).toBe(404);
    expect((await ask('DELETE', `/image/checks/${createId('text')}`)).status).toBe(404);
    expect((await ask('GET', '/image/checks/image_1')).body.error).toBe(
      'there is no image check "image_1" in this scope',
    );
  });

  it('of the main site is listed by product line', async () => {
    await ask('GET', '/image/checks?productVertical=touliu', { site: 'main' });
    expect(media().filters.at(-1)).toEqual({ productVertical: 'touliu' });
    expect((await ask('GET', '/image/checks?productVertical=live', { site: 'main' })).status).toBe(400);
  });
});
