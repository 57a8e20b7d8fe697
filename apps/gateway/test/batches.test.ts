import { internationalContract, mainContract, us } from '@redline/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Replica, send, setUpWorld, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let key: string;
let mainKey: string;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { RATE_SUBMISSION: '10000' } });
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
afterAll(() => world.dispose());

const text = 'Soft cotton socks, six pairs.';
const image = { url: 'https://shop.example/a.jpg', name: 'Front', size: 1_000 };
const video = { url: 'https://shop.example/a.mp4', name: 'A mug', size: 3.2, duration: 9.5 };
const bodies = {
  us: { name: 'Autumn', platform: 'dtc_us', vertical: 'apparel', texts: [text], images: [image] },
  main: {
    name: '秋季',
    platform: 'shortvideo_a',
    productVertical: 'creator',
    industryVertical: 'general',
    texts: [text],
    videos: [video],
  },
};
type SiteName = keyof typeof bodies;
interface Sent {
  readonly site?: SiteName;
  readonly payload?: object | string;
  readonly headers?: Record<string, string>;
}
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, sent: Sent = {}) => {
  const { site = 'us', payload, headers = {} } = sent;
  return send(gateway.http, site === 'us' ? key : mainKey, {
    method,
    url: `${site === 'us' ? us.prefix : '/v1'}${path}`,
    headers: { ...(payload && { 'content-type': 'application/json' }), ...headers },
    ...(payload && { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  });
};
const submit = (sent: Sent = {}) => ask('POST', '/batches', { payload: bodies[sent.site ?? 'us'], ...sent });

describe('a batch', () => {
  it.each([
    ['us', internationalContract(us)],
    ['main', mainContract],
  ] as const)(
    'on the site %s is accepted, has its job, and can be read, listed and deleted',
    async (site, routes) => {
      const { status, body: answer } = await submit({ site });
      expect(status).toBe(201);
      expect(routes.createBatch.responses[201].parse(answer)).toEqual(answer);
      const { id, object } = answer.data;
      expect(id).toMatch(/^batch_/);
      expect(await world.services.hasJob(id)).toBe(true);
      const read = await ask('GET', `/batches/${id}`, { site });
      expect(routes.getBatch.responses[200].parse(read.body)).toEqual(read.body);
      const list = await ask('GET', '/batches', { site });
      expect(routes.listBatches.responses[200].parse(list.body)).toEqual(list.body);
      const removed = await ask('DELETE', `/batches/${id}`, { site });
      expect(removed.body.data).toEqual({ id, object, deleted: true });
      const gone = await ask('GET', `/batches/${id}`, { site });
      expect([gone.status, gone.body.error]).toEqual([
        404,
        `there is no batch ${JSON.stringify(id)} in this scope`,
      ]);
    },
  );

  it('is explained in the language of the question, Chinese if it names none', async () => {
    const { id } = (await submit()).body.data;
    for (const query of ['', '?explainLocale=en-US']) {
      await ask('GET', `/batches/${id}${query}`);
      await ask('GET', `/batches${query}`);
    }
    expect(world.services.orchestrator.locales.slice(-2)).toEqual(['zh-CN', 'en-US']);
    expect(world.services.orchestrator.pages.slice(-2).map(({ locale }) => locale)).toEqual([
      'zh-CN',
      'en-US',
    ]);
    const wrong = await ask('GET', `/batches/${id}?explainLocale=id-ID`);
    expect([wrong.status, wrong.body.error]).toEqual([400, 'explainLocale must be one of: zh-CN, en-US']);
  });

  it('of the main site is listed by product line', async () => {
    await ask('GET', '/batches?productVertical=duanju', { site: 'main' });
    expect(world.services.orchestrator.pages.at(-1)).toEqual({ filter: { productVertical: 'duanju' } });
    const wrong = await ask('GET', '/batches?productVertical=live', { site: 'main' });
    expect(wrong.body.error).toBe('productVertical must be one of: creator, duanju, touliu');
  });

  it('with a video that does not fit its file is 400 once it was measured, and costs nothing', async () => {
    const before = world.services.balance;
    // Longer than the prepare of what measures nothing may take.
    world.services.orchestrator.misfit = {
      message: 'videos[0].size is 3.2 MB, the file has 7.9 MB',
      afterMs: 400,
    };
    const { status, body: answer } = await submit({ site: 'main' });
    world.services.orchestrator.misfit = null;
    expect([status, answer.error]).toEqual([400, 'videos[0].size is 3.2 MB, the file has 7.9 MB']);
    // The owner of the last release names no field.
    expect(answer).not.toHaveProperty('issues');
    expect(world.services.balance).toBe(before);
  });

  it('sent again with its Idempotency-Key, also at the same time, is one record, charged once', async () => {
    const before = world.services.balance;
    const headers = { 'idempotency-key': 'one' };
    const answers = await Promise.all([submit({ headers }), submit({ headers }), submit({ headers })]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(before - world.services.balance).toBe(2);
    const reused = await submit({ headers, payload: { ...bodies.us, name: 'Winter' } });
    expect([reused.status, reused.body.code]).toEqual([400, 'idempotency_key_reused']);
  });

  it('that the account cannot pay is 402 as a whole and leaves no record', async () => {
    const { balance, orchestrator } = world.services;
    const before = orchestrator.batches.size;
    world.services.balance = 1;
    const { status, body } = await submit();
    world.services.balance = balance;
    expect([status, body.requiredCredits, body.currentBalance]).toEqual([402, 2, 1]);
    expect(orchestrator.batches.size).toBe(before);
  });

  it('whose charge is lost is 500, and the batch is failed', async () => {
    const before = world.services.balance;
    world.services.faults.charge.push('lost reply');
    expect((await submit()).status).toBe(500);
    const id = /batch_\w+/.exec(world.services.calls.at(-1) ?? '')?.[0] ?? '';
    expect(world.services.orchestrator.batches.get(id)?.status).toBe('failed');
    expect(world.services.balance).toBe(before);
  });

  it('as full as it may be fits into a request, also where every character is escaped', async () => {
    const escaped = `"${'\\u6bdb'.repeat(5_000)}"`;
    const url = `https://shop.example/${'a'.repeat(3_000)}`;
    const files = { images: Array(20).fill({ ...image, url }), videos: Array(10).fill({ ...video, url }) };
    const { texts: _, ...rest } = { ...bodies.us, ...files };
    const payload = `{"texts":[${Array(10).fill(escaped).join(',')}],${JSON.stringify(rest).slice(1)}`;
    const { status, body } = await submit({ payload });
    expect([status, body.error]).toEqual([201, undefined]);
    const stored = world.services.orchestrator.batches.get(body.data.id)?.batch.texts;
    expect(stored?.map((one) => one.length)).toEqual(Array(10).fill(5_000));
  });
});

describe('a batch that breaks the contract', () => {
  const empty =
    'texts, images and videos must hold at least one item; texts shorter than 10 characters do not count';
  it.each([
    ['us', 'holds nothing', { texts: [], images: [] }, empty],
    ['us', 'holds nothing but short texts', { texts: ['short'], images: [] }, empty],
    ['us', 'has no name', { name: undefined }, 'name is required'],
    ['us', 'has a name too long', { name: 'x'.repeat(61) }, 'name must have 1 to 60 characters'],
    ['us', 'has too many texts', { texts: Array(11).fill(text) }, 'texts must have at most 10 entries'],
    ['us', 'has too many images', { images: Array(21).fill(image) }, 'images must have at most 20 entries'],
    ['us', 'has too many videos', { videos: Array(11).fill(video) }, 'videos must have at most 10 entries'],
    [
      'us',
      'has a text too long',
      { texts: [text, 'x'.repeat(5_001)] },
      'texts[1] must have at most 5000 characters',
    ],
    ['us', 'has a number for a text', { texts: [text, 7] }, 'texts[1] must be a string'],
    ['us', 'has one text and no list', { texts: text }, 'texts must be a list of strings'],
    [
      'us',
      'has an image of no address',
      { images: [image, { ...image, url: 'a.jpg' }] },
      'images[1].url must be an http or https URL',
    ],
    [
      'us',
      'has an image of no name',
      { images: [{ ...image, name: undefined }] },
      'images[0].name is required',
    ],
    [
      'us',
      'has an address for an image',
      { images: [image.url] },
      'images[0] must be an object with url, name and size',
    ],
    [
      'us',
      'has a video of no length',
      { videos: [{ ...video, duration: 0 }] },
      'videos[0].duration must be a number from 1 to 1000000 (seconds)',
    ],
    [
      'us',
      'names a platform of another site',
      { platform: 'shortvideo_a' },
      /^platform must be one of: shortvideo_us/,
    ],
    ['main', 'has a text too short', { texts: ['short'] }, /^texts\[0\] must have 10 to 5000 characters/],
    [
      'main',
      'has images in a line without them',
      { productVertical: 'duanju', images: [image] },
      'images are not checked in this product line; productVertical must be one of: creator, touliu',
    ],
    [
      'main',
      'names no product line',
      { productVertical: undefined },
      'productVertical is required; one of: creator, duanju, touliu',
    ],
    [
      'main',
      'has an image too large',
      { images: [{ ...image, size: 10_485_761 }] },
      'images[0].size must be a whole number from 1 to 10485760 (bytes)',
    ],
  ] as const)('on the site %s because it %s is 400 with the sentence', async (site, _, change, sentence) => {
    const { status, body } = await submit({ site, payload: { ...bodies[site], ...change } });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    if (typeof sentence === 'string') expect(body.error).toBe(sentence);
    else expect(body.error).toMatch(sentence);
  });
});
