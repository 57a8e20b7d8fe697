import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchShapes } from '../src/batch-shapes.ts';
import {
  batchClient,
  imageEntry,
  openBatches,
  placeOf,
  plansOf,
  textsOf,
  videoEntry,
} from '../src/batches.ts';
import { chargesOf } from '../src/charges.ts';
import { contactOn, harmless, hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The batch rows of documents 1 to 4, on all sites. */
const sites = ['us', 'id', 'main'] as const;
const textPrice = { us: 2, id: 2, main: 1 } as const;
const length = 6;
const waitMs = 300_000;

let world: World;
let files: Record<SiteName, { readonly contact: Buffer; readonly plain: Buffer; readonly video: Buffer }>;
beforeAll(async () => {
  world = await enter();
  if (!hasMedia) return;
  const plain = await makePicture(harmless);
  const video = await makeVideo({ words: harmless, seconds: length, isSilent: true });
  const contact = async (site: SiteName) => ({ contact: await makePicture(contactOn[site]), plain, video });
  files = { us: await contact('us'), id: await contact('id'), main: await contact('main') };
}, 120_000);
afterAll(() => world.leave());

const sentence = (answer: { readonly status: number; readonly body: unknown }) => [
  answer.status,
  shapes.failure(answer.status).parse(answer.body).error,
];

describe.each(sites)('a batch of texts on the site %s', (site) => {
  const [harmlessText, wrongText] = textsOf[site];

  it('is accepted, ends with a result, sums and a verdict on each item, and is listed', async () => {
    const { client, customer } = await openBatches(world, site);
    const accepted = dataOf(
      await client.askBatch({ name: 'Autumn', texts: [harmlessText, wrongText] }),
      201,
      batchShapes[site].accepted,
    );
    const record = await client.ended(accepted.id);
    expect(record).toMatchObject({
      id: accepted.id,
      object: accepted.object,
      name: 'Autumn',
      ...placeOf[site],
      status: 'completed',
      result: 'REJECT',
      progress: { total: 2, done: 2, percent: 100 },
      finishedAt: expect.any(String),
    });
    expect(record.items.map(({ kind, index, status }) => [kind, index, status])).toEqual([
      ['text', 0, 'completed'],
      ['text', 1, 'completed'],
    ]);
    const [good, bad] = record.items;
    expect(good).toMatchObject({
      text: harmlessText,
      riskCount: 0,
      riskLevel: site === 'main' ? 'PASS' : 'safe',
    });
    expect(bad).toMatchObject({ text: wrongText, riskLevel: site === 'main' ? 'REJECT' : 'high' });
    const summed: Record<string, number> = {};
    for (const { summary } of record.items) {
      for (const [name, value] of Object.entries(summary)) summed[name] = (summed[name] ?? 0) + value;
    }
    expect(record.summary).toEqual(summed);
    const [listed] = (await client.list()).data;
    const counts = site === 'main' ? { text: 2, image: 0, video: 0 } : { texts: 2, images: 0, videos: 0 };
    const { items: _, ...head } = record;
    expect(listed).toMatchObject({ id: head.id, result: 'REJECT', summary: head.summary, counts });
    const price = 2 * textPrice[site];
    expect(await client.credits()).toBe(1_000 - price);
    const [charge] = await chargesOf(world, customer);
    expect(charge).toMatchObject({ operationId: accepted.id, amount: price, refunded: 0 });
    expect(charge?.lines.map(({ lineId }) => lineId).toSorted()).toEqual(
      [accepted.id, ...record.items.map(({ checkId }) => checkId)].toSorted(),
    );
  });

  it('without a risk passes, and each item is found by its checkId', async () => {
    const { client } = await openBatches(world, site);
    const { items, result } = await client.ended(
      await client.submit({ texts: [harmlessText, `${harmlessText} 2`] }),
    );
    expect(result).toBe('PASS');
    for (const { checkId } of items) {
      const { status, body } = await client.ask('GET', `/text/checks/${checkId}`);
      expect([status, body]).toMatchObject([200, { data: { id: checkId, status: 'completed' } }]);
    }
    const usage = (await client.ask('GET', '/account')).body;
    expect(usage).toMatchObject({ data: { usageThisMonth: { textChecks: 2, batches: 1 } } });
  });

  it('below its plan is 403, and 402 as a whole when the balance does not cover it', async () => {
    const { client, customer } = await openBatches(world, site, { plan: plansOf[site].below });
    const refused = await client.askBatch({ texts: [harmlessText] });
    expect([refused.status, shapes.failure(403).parse(refused.body).code]).toEqual([403, 'plan_required']);
    await world.operate(
      'plan',
      'set',
      '--account',
      customer.accountId,
      '--site',
      site,
      '--plan',
      plansOf[site].from,
    );
    await client.submit({ texts: [harmlessText] });
    const poor = await openBatches(world, site, { credits: 3 });
    const image = { url: 'https://shop.example/a.jpg', name: 'A', size: 1_000 };
    const answer = await poor.client.askBatch({ texts: [harmlessText], images: [image, image] });
    expect(shapes.failure(402).parse(answer.body)).toMatchObject({
      requiredCredits: textPrice[site] + 4,
      currentBalance: 3,
    });
    expect([(await poor.client.list()).total, await poor.client.credits()]).toEqual([0, 3]);
  });

  it('is the tenant’s that sent it, and no other key’s', async () => {
    const { client, customer } = await openBatches(world, site);
    const tenant = batchClient(world, site, customer.key, { 'x-end-tenant': 'shop-1' });
    const id = await tenant.submit({ texts: [harmlessText] });
    await tenant.ended(id);
    const stranger = (await openBatches(world, site)).client;
    for (const other of [client, stranger]) {
      expect((await other.ask('GET', `/batches/${id}`)).status).toBe(404);
      expect((await other.ask('DELETE', `/batches/${id}`)).status).toBe(404);
      expect((await other.list()).total).toBe(0);
    }
    expect((await tenant.list()).total).toBe(1);
    const foreign = site === 'us' ? '/v1/batches' : '/v1/intl/us/batches';
    expect((await world.call({ key: customer.key, path: foreign })).status).toBe(401);
    expect((await world.call({ path: foreign })).status).toBe(401);
  });

  it('sent again with its Idempotency-Key, also at the same time, is one batch and one charge', async () => {
    const { client, customer } = await openBatches(world, site);
    const headers = { 'idempotency-key': 'autumn-1' };
    const send = () => client.askBatch({ texts: [harmlessText] }, headers);
    const answers = await Promise.all([send(), send(), send(), send()]);
    answers.push(await send());
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await chargesOf(world, customer)).length).toBe(1);
    const reused = await client.askBatch({ texts: [wrongText] }, headers);
    expect([reused.status, shapes.failure(400).parse(reused.body).code]).toEqual([
      400,
      'idempotency_key_reused',
    ]);
  });

  it('is listed newest first, page by page', async () => {
    const { client } = await openBatches(world, site);
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift(await client.submit({ name: `Batch ${n}`, texts: [harmlessText] }));
    const pages = [await client.list('?pageSize=2'), await client.list('?pageSize=2&page=3')];
    expect(pages).toMatchObject([
      { page: 1, pageSize: 2, total: 5, hasMore: true },
      { page: 3, pageSize: 2, total: 5, hasMore: false },
    ]);
    expect(pages.map(({ data }) => data.map(({ id }) => id))).toEqual([ids.slice(0, 2), ids.slice(4)]);
    expect(sentence(await client.ask('GET', '/batches?pageSize=51'))[0]).toBe(400);
  });

  it('is deleted with its checks; what ended is not refunded', async () => {
    const { client } = await openBatches(world, site);
    const id = await client.submit({ texts: [harmlessText] });
    const [item] = (await client.ended(id)).items;
    dataOf(await client.ask('DELETE', `/batches/${id}`), 200, batchShapes[site].deleted);
    expect((await client.ask('GET', `/batches/${id}`)).status).toBe(404);
    expect((await client.ask('DELETE', `/batches/${id}`)).status).toBe(404);
    expect((await client.list()).total).toBe(0);
    await expect
      .poll(async () => (await client.ask('GET', `/text/checks/${item?.checkId}`)).status, {
        timeout: 15_000,
      })
      .toBe(404);
    expect(await client.credits()).toBe(1_000 - textPrice[site]);
  });

  it('deleted while it runs keeps what was checked paid, gives the rest back, and leaves no check', async () => {
    const { client, customer } = await openBatches(world, site);
    const texts = Array.from({ length: 10 }, (_, at) => `${wrongText} ${at}`);
    const id = await client.submit({ texts });
    const { done } = (await client.batch(id)).progress;
    await client.ask('DELETE', `/batches/${id}`);
    await expect
      .poll(async () => (await client.ask('GET', '/text/checks')).body, { timeout: 20_000 })
      .toMatchObject({ data: { total: 0 } });
    const [charge] = await chargesOf(world, customer);
    const paid = charge?.lines.filter(({ amount, refunded }) => amount > refunded) ?? [];
    expect(paid.length).toBeGreaterThanOrEqual(done);
    expect(charge?.lines.every(({ amount, refunded }) => refunded === 0 || refunded === amount)).toBe(true);
    expect(Object(await world.operate('audit')).differences).toEqual([]);
  });
});

describe('a text of a batch that is too short', () => {
  it.each(['us', 'id'] as const)(
    'is dropped in silence on the site %s, and the others keep their index',
    async (site) => {
      const { client } = await openBatches(world, site);
      const [text] = textsOf[site];
      const record = await client.ended(await client.submit({ texts: ['short', text, '', text] }));
      expect(record.items.map(({ index }) => index)).toEqual([1, 3]);
      expect([record.progress.total, await client.credits()]).toEqual([2, 1_000 - 4]);
      expect(sentence(await client.askBatch({ texts: ['short'] }))).toEqual([
        400,
        'texts, images and videos must hold at least one item; texts shorter than 10 characters do not count',
      ]);
    },
  );

  it('is 400 on the main site', async () => {
    const { client } = await openBatches(world, 'main');
    const answer = await client.askBatch({ texts: [textsOf.main[0], '太短了'] });
    expect(sentence(answer)).toEqual([400, 'texts[1] must have 10 to 5000 characters']);
  });
});

describe.each(sites)('a body of a batch on the site %s', (site) => {
  const [text] = textsOf[site];
  const image = { url: 'https://shop.example/a.jpg', name: 'A', size: 1_000 };
  const video = { url: 'https://shop.example/a.mp4', name: 'A', size: 1, duration: 5 };
  const wrong: [why: string, change: object, sentence: RegExp][] = [
    ['is empty', { texts: [] }, /^texts, images and videos must hold at least one item/],
    ['has no name', { name: undefined }, /^name is required$/],
    ['has an empty name', { name: '' }, /^name must have 1 to 60 characters$/],
    ['has a long name', { name: 'n'.repeat(61) }, /^name must have 1 to 60 characters$/],
    ['names no platform', { platform: undefined }, /^platform is required; one of: /],
    ['names another site’s platform', { platform: 'nowhere' }, /^platform must be one of: /],
    ['has 11 texts', { texts: Array(11).fill(text) }, /^texts must have at most 10 entries$/],
    ['has 21 images', { images: Array(21).fill(image) }, /^images must have at most 20 entries$/],
    ['has 11 videos', { videos: Array(11).fill(video) }, /^videos must have at most 10 entries$/],
    ['has a text over 5,000', { texts: ['x'.repeat(5_001)] }, /^texts\[0\] must have .*5000 characters$/],
    ['has a NUL in a text', { texts: [`${text}\u0000`] }, /^texts\[0\] must not contain a NUL character$/],
    [
      'has an image without url',
      { images: [{ ...image, url: undefined }] },
      /^images\[0\]\.url is required$/,
    ],
    [
      'has a file of no web address',
      { images: [{ ...image, url: 'file:///a' }] },
      /^images\[0\]\.url must be an http/,
    ],
    [
      'has an image without size',
      { images: [{ ...image, size: undefined }] },
      /^images\[0\]\.size is required$/,
    ],
    [
      'has a video without duration',
      { videos: [{ ...video, duration: undefined }] },
      /^videos\[0\]\.duration is required$/,
    ],
    [
      'has a video without size',
      { videos: [{ ...video, size: undefined }] },
      /^videos\[0\]\.size is required$/,
    ],
    [
      'has a video too large',
      { videos: [{ ...video, size: 1_025 }] },
      /^videos\[0\]\.size must be a number from 0.01 to 1024/,
    ],
    ['has texts in no list', { texts: text }, /^texts must be a list of strings$/],
    ...(site === 'main'
      ? ([
          ['names no product line', { productVertical: undefined }, /^productVertical is required/],
          ['names no industry', { industryVertical: undefined }, /^industryVertical is required/],
          [
            'has images of a short drama',
            { productVertical: 'duanju', images: [image] },
            /^images are not checked/,
          ],
          [
            'has an image over 10 MB',
            { images: [{ ...image, size: 10_485_761 }] },
            /^images\[0\]\.size must be/,
          ],
        ] as [string, object, RegExp][])
      : ([
          ['names no vertical', { vertical: undefined }, /^vertical is required/],
          ['asks for another site’s language', { explainLocale: 'fr-FR' }, /^explainLocale must be one of/],
        ] as [string, object, RegExp][])),
  ];

  it('that is wrong is 400 with a sentence that names the field, and costs nothing', async () => {
    const { client } = await openBatches(world, site);
    for (const [why, change, expected] of wrong) {
      const [status, error] = sentence(await client.askBatch({ texts: [text], ...change }));
      expect([why, status]).toEqual([why, 400]);
      expect(error).toMatch(expected);
    }
    expect([(await client.list()).total, await client.credits()]).toEqual([0, 1_000]);
  });
});

describe.skipIf(!hasMedia).each(sites)('a batch of all kinds on the site %s', (site) => {
  const [text] = textsOf[site];

  it(
    'ends with the verdicts of its checks, labels in the language of the question, and no item twice',
    async () => {
      const { client } = await openBatches(world, site);
      const [contact, plain, video] = await Promise.all([
        client.upload('image', files[site].contact),
        client.upload('image', files[site].plain),
        client.upload('video', files[site].video),
      ]);
      const id = await client.submit({
        texts: [text],
        images: [imageEntry(plain, 'Plain'), imageEntry(contact, 'Contact')],
        videos: [videoEntry(video, length)],
      });
      const record = await client.ended(id);
      expect(record.items.map(({ kind, index }) => [kind, index])).toEqual([
        ['text', 0],
        ['image', 0],
        ['image', 1],
        ['video', 0],
      ]);
      // What a contact on a picture amounts to is the site's law, and tested with images.
      const { riskLevel: level } = record.items[2] ?? {};
      expect(record).toMatchObject({ status: 'completed', result: level === 'REJECT' ? 'REJECT' : 'PASS' });
      expect(['REVIEW', 'REJECT']).toContain(level);
      expect([record.items[1], record.items[3]]).toMatchObject([
        { riskLevel: 'PASS' },
        { riskLevel: 'PASS' },
      ]);
      expect(record.items[2]).toMatchObject({ image: { title: 'Contact' }, labels: [expect.any(String)] });
      expect(record.items[3]).toMatchObject({
        video: { title: 'A video', durationSeconds: length },
        labels: [],
      });
      for (const { kind, checkId, riskLevel } of record.items) {
        const { status, body } = await client.ask('GET', `/${kind}/checks/${checkId}`);
        expect([status, body]).toMatchObject([200, { data: { id: checkId, riskLevel } }]);
      }
      if (site === 'us') {
        const labelsIn = async (locale: string) =>
          JSON.stringify((await client.batch(id, `?explainLocale=${locale}`)).items[2]);
        expect(await labelsIn('zh-CN')).toMatch(/"labels":\["[^"]*[\u4e00-\u9fff]/);
        expect(await labelsIn('en-US')).not.toMatch(/"labels":\["[^"]*[\u4e00-\u9fff]/);
      }
      expect(await client.credits()).toBe(1_000 - textPrice[site] - 4 - length);
    },
    waitMs,
  );

  it(
    'refunds what could not be checked, and was never passed',
    async () => {
      const { client } = await openBatches(world, site);
      const missing = { url: 'http://127.0.0.1:9/gone.jpg', name: 'Gone', size: 1_000 };
      const record = await client.ended(await client.submit({ texts: [text], images: [missing] }));
      expect(record).toMatchObject({
        status: 'completed',
        result: 'REJECT',
        progress: { total: 2, done: 2, percent: 100 },
      });
      expect(record.items[1]).toMatchObject({ status: 'failed', riskLevel: null });
      await expect.poll(() => client.credits(), { timeout: 15_000 }).toBe(1_000 - textPrice[site]);
      const all = await client.ended(await client.submit({ images: [missing, missing] }));
      expect([all.status, all.result]).toEqual(['failed', 'REJECT']);
      await expect.poll(() => client.credits(), { timeout: 15_000 }).toBe(1_000 - textPrice[site]);
    },
    waitMs,
  );
});
