import { makePicture } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import { mediaClient, openMedia, unreachable } from '../src/media-client.ts';
import { mediaShapes } from '../src/media-shapes.ts';
import { contactOn, harmless, hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The image rows of documents 1 to 3, on all sites. */
const rows = [
  { site: 'us', other: 'en-US', vertical: 'home' },
  { site: 'id', other: 'id-ID', vertical: 'fashion' },
  { site: 'main', other: null, vertical: null },
] as const;

type Wrong = [field: string, value: unknown];
const wrongAnywhere: Wrong[] = [
  ['imageUrl', undefined],
  ['imageUrl', 'ftp://example.com/a.jpg'],
  ['imageUrl', 'a.jpg'],
  ['imageUrl', 7],
  ['imageTitle', undefined],
  ['imageTitle', 'a\u0000b'],
  ['imageSize', undefined],
  ['imageSize', 0],
  ['imageSize', '1000'],
  ['imageWidth', 'wide'],
  ['imageHeight', -1],
];
const wrongOnMain: Wrong[] = [
  ['imageSize', 10 * 2 ** 20 + 1],
  ['productVertical', 'duanju'],
  ['detectTypes', ['NOISE']],
  ['detectTypes', 'OCR'],
];
const wrongElsewhere: Wrong[] = [
  ['vertical', 'nothing'],
  ['explainLocale', 'fr-FR'],
];

let world: World;
let plain: Buffer;
const contacts = new Map<SiteName, Buffer>();
const contact = (site: SiteName) => contacts.get(site) ?? plain;
beforeAll(async () => {
  world = await enter();
  if (!hasMedia) return;
  plain = await makePicture(harmless);
  for (const { site } of rows) contacts.set(site, await makePicture(contactOn[site]));
});
afterAll(() => world.leave());

const open = <S extends SiteName>(site: S, credits?: number) => openMedia(world, site, credits);

/** The suggestion, and the law or rule. */
const fixable = expect.objectContaining({
  matchedText: expect.any(String),
  suggestion: expect.any(String),
  legalRef: expect.any(String),
});

describe.skipIf(!hasMedia).each(rows)('an image check of the site $site', ({ site, other, vertical }) => {
  it('is answered with its record: what is wrong with it, what has looked, and two credits less', async () => {
    const { client } = await open(site);
    const file = await client.upload('image', contact(site));
    const record = await client.image(file, {
      ...(vertical && { vertical }),
      imageWidth: 1080,
      imageHeight: 1080,
    });
    expect(record).toMatchObject({
      status: 'completed',
      image: { url: file.url, title: 'A picture', sizeBytes: file.bytes, width: 1080, height: 1080 },
    });
    expect(['REVIEW', 'REJECT']).toContain(record.riskLevel);
    expect(record.labels).toContainEqual(fixable);
    const [box] = record.labels.flatMap(({ boxes }) => boxes);
    // Words stand in letters of 56 pixels, from 60 and 120 on.
    expect([box?.x, box?.y, box?.height].map((pixels = 0) => Math.round(pixels / 60))).toEqual([
      expect.toSatisfy((x: number) => x >= 1),
      2,
      1,
    ]);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1080);
    const coverage = Object.fromEntries(record.coverage.map(({ detector, status }) => [detector, status]));
    expect(coverage).toMatchObject({ text: 'ran', codes: 'ran', vision: 'not_configured' });
    expect(coverage).not.toHaveProperty('transcription');
    expect(await client.credits()).toBe(998);
  });

  it('lets a harmless picture pass, with no labels', async () => {
    const { client } = await open(site);
    const record = await client.image(await client.upload('image', plain));
    expect([record.status, record.riskLevel, record.labels]).toEqual(['completed', 'PASS', []]);
  });

  it('is listed, shown and deleted in its own scope alone', async () => {
    const { client, customer } = await open(site);
    const file = await client.upload('image', plain);
    const { id } = await client.image(file);
    const second = await client.image(file, { imageTitle: 'Another' });
    const listed = dataOf(
      await client.ask('GET', '/image/checks?pageSize=1'),
      200,
      mediaShapes[site].imageList,
    );
    expect([listed.total, listed.hasMore, listed.data[0]?.id]).toEqual([2, true, second.id]);
    const shown = dataOf(await client.ask('GET', `/image/checks/${id}`), 200, mediaShapes[site].imageCheck);
    expect(shown).toMatchObject({ id, status: 'completed', image: { url: file.url } });
    const tenant = mediaClient(world, site, customer.key, { 'x-end-tenant': 'shop-1' });
    const stranger = (await open(site)).client;
    for (const one of [tenant, stranger]) {
      expect((await one.ask('GET', `/image/checks/${id}`)).status).toBe(404);
      expect((await one.ask('DELETE', `/image/checks/${id}`)).status).toBe(404);
    }
    const deleted = dataOf(
      await client.ask('DELETE', `/image/checks/${id}`),
      200,
      mediaShapes[site].imageDeleted,
    );
    expect(deleted.id).toBe(id);
    expect((await client.ask('GET', `/image/checks/${id}`)).status).toBe(404);
    expect(dataOf(await client.ask('GET', '/image/checks'), 200, mediaShapes[site].imageList).total).toBe(1);
  });

  it('takes its uploaded file along when it is deleted', async () => {
    const { client } = await open(site);
    const file = await client.upload('image', plain);
    const { id } = await client.image(file);
    expect((await fetch(file.url)).status).toBe(200);
    await client.ask('DELETE', `/image/checks/${id}`);
    await expect.poll(async () => (await fetch(file.url)).status, { timeout: 15_000 }).toBe(404);
  });

  it.each([...wrongAnywhere, ...(site === 'main' ? wrongOnMain : wrongElsewhere)])(
    'with a wrong %s (%j) is 400, names it and costs nothing',
    async (field, value) => {
      const { client } = await open(site, 2);
      const answer = await client.askImage(unreachable, { [field]: value });
      expect(answer.status).toBe(400);
      expect(shapes.failure(400).parse(answer.body).error).toContain(field);
      expect(await client.credits()).toBe(2);
    },
  );

  it.each([
    ['lies at a private address', 'http://127.0.0.1:9/a.jpg'],
    ['lies at a private address of IPv6', 'http://[::1]:9/a.jpg'],
    ['is spelled oddly and lies at a private address', 'http://0x7f000001:9/a.jpg'],
  ])('of a file that %s is 201 failed, and refunded', async (_, url) => {
    const { client, customer } = await open(site, 10);
    const record = await client.image({ url, key: '', bytes: 1_000 });
    expect([record.status, record.riskLevel, record.labels]).toEqual(['failed', null, []]);
    await expect.poll(() => client.credits(), { timeout: 10_000 }).toBe(10);
    expect(await chargesOf(world, customer)).toMatchObject([{ amount: 2, refunded: 2 }]);
  });

  it('without enough credits is 402 with both numbers, and leaves no record', async () => {
    const { client } = await open(site, 1);
    const answer = await client.askImage(unreachable);
    expect(answer.status).toBe(402);
    expect(shapes.failure(402).parse(answer.body)).toMatchObject({ requiredCredits: 2, currentBalance: 1 });
    expect(dataOf(await client.ask('GET', '/image/checks'), 200, mediaShapes[site].imageList).total).toBe(0);
  });

  it('sent again with its Idempotency-Key is the same record, charged once, also at the same moment', async () => {
    const { client } = await open(site);
    const file = await client.upload('image', plain);
    const headers = { 'idempotency-key': 'picture-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => client.askImage(file, {}, headers)));
    const again = await client.askImage(file, {}, headers);
    expect(new Set([...answers, again].map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await client.credits()).toBe(998);
    expect((await client.askImage(file, { imageTitle: 'Another' }, headers)).status).toBe(400);
  });

  if (other) {
    it('is explained in Chinese, or in the language it asks for', async () => {
      const { client } = await open(site);
      const file = await client.upload('image', contact(site));
      const [chinese, local] = await Promise.all([
        client.image(file),
        client.image(file, { explainLocale: other }),
      ]);
      const textOf = ({ labels }: typeof chinese) => labels.map(({ description }) => description).join(' ');
      expect(textOf(chinese)).toMatch(/[\u4e00-\u9fff]/);
      expect(textOf(local)).not.toMatch(/[\u4e00-\u9fff]/);
      expect(local.labels).toHaveLength(chinese.labels.length);
    });
  }
});

describe.skipIf(!hasMedia)('an image check of the main site', () => {
  it('looks for what it is asked for', async () => {
    const { client } = await open('main');
    const file = await client.upload('image', contact('main'));
    const record = await client.image(file, { detectTypes: ['PORN'] });
    expect([record.riskLevel, record.labels]).toEqual(['PASS', []]);
    const all = await client.image(file, { detectTypes: ['OCR', 'AD', 'OCR'] });
    expect(all.summary.strict + all.summary.soft).toBe(all.labels.length);
    expect(all.labels.length).toBeGreaterThan(0);
  });

  it('of the advertising line has three trial uses; a failed one comes back', async () => {
    const { client } = await open('main');
    const file = await client.upload('image', plain);
    const failed = await client.image(unreachable, { productVertical: 'touliu' });
    expect(failed.status).toBe('failed');
    await expect.poll(() => client.credits(), { timeout: 10_000 }).toBe(1_000);
    for (let use = 0; use < 3; use++) {
      expect((await client.image(file, { productVertical: 'touliu' })).productVertical).toBe('touliu');
    }
    const refused = await client.askImage(file, { productVertical: 'touliu' });
    expect([refused.status, shapes.failure(403).parse(refused.body).code]).toEqual([
      403,
      'product_line_not_enabled',
    ]);
    const listed = async (query: string) =>
      dataOf(await client.ask('GET', `/image/checks${query}`), 200, mediaShapes.main.imageList).total;
    expect(await listed('?productVertical=touliu')).toBe(4);
    expect(await listed('?productVertical=creator')).toBe(0);
    expect((await client.ask('GET', '/image/checks?productVertical=live')).status).toBe(400);
  });
});

describe.skipIf(!hasMedia)('twenty image checks at once', () => {
  it('are all answered, and counted', async () => {
    const { client, customer } = await open('us');
    const file = await client.upload('image', plain);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => client.askImage(file, { imageTitle: `No. ${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const account = dataOf(await client.ask('GET', '/account'), 200, shapes.account);
    expect([account.usageThisMonth.imageChecks, account.credits.total]).toEqual([20, 960]);
    expect(await chargesOf(world, customer)).toHaveLength(20);
  }, 120_000);
});
