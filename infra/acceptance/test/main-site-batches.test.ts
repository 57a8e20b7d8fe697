import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imageEntry, openBatches, textsOf, videoEntry } from '../src/batches.ts';
import { chargesOf } from '../src/charges.ts';
import { unreachable } from '../src/media-client.ts';
import { harmless, hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { enter, type World } from '../src/world.ts';

/** The rules of documents 3 and 4 about batches, beyond those of all sites. */
const length = 4;
const waitMs = 300_000;
const [text] = textsOf.main;

let world: World;
let video: Buffer;
let picture: Buffer;
beforeAll(async () => {
  world = await enter();
  if (!hasMedia) return;
  video = await makeVideo({ words: harmless, seconds: length, isSilent: true });
  picture = await makePicture(harmless);
}, 60_000);
afterAll(() => world.leave());

const refusalOf = (answer: { readonly status: number; readonly body: unknown }) => {
  const { code, error } = shapes.failure(answer.status).parse(answer.body);
  return { status: answer.status, code, error };
};

describe('a batch of a product line', () => {
  it('is listed by it', async () => {
    const { client, customer } = await openBatches(world, 'main');
    for (const line of ['duanju', 'touliu']) {
      await world.operate('product-line', 'enable', '--account', customer.accountId, '--line', line);
    }
    for (const productVertical of ['creator', 'duanju', 'touliu']) {
      await client.submit({ productVertical, texts: [text] });
    }
    expect((await client.list()).total).toBe(3);
    const [listed, ...others] = (await client.list('?productVertical=duanju')).data;
    expect(others).toEqual([]);
    expect((await client.batch(listed?.id ?? '')).productVertical).toBe('duanju');
    expect((await client.ask('GET', '/batches?productVertical=live')).status).toBe(400);
  });

  it('that is not enabled needs a trial use for each item; a refused batch uses none', async () => {
    const { client, customer } = await openBatches(world, 'main');
    const ask = (texts: number) =>
      client.askBatch({
        productVertical: 'duanju',
        texts: Array.from({ length: texts }, (_, at) => `${text}${at}`),
      });
    expect(refusalOf(await ask(4))).toMatchObject({ status: 403, code: 'product_line_not_enabled' });
    expect((await ask(2)).status).toBe(201);
    expect(refusalOf(await ask(2))).toMatchObject({ status: 403, code: 'product_line_not_enabled' });
    expect((await ask(1)).status).toBe(201);
    expect(refusalOf(await ask(1)).status).toBe(403);
    await world.operate('product-line', 'enable', '--account', customer.accountId, '--line', 'duanju');
    expect((await ask(10)).status).toBe(201);
    expect(await client.credits()).toBe(1_000 - 13);
  });
});

describe.skipIf(!hasMedia)('the videos of a batch of the main site', () => {
  it('are looked at before it is accepted: one that does not fit is 400 for all, and names its entry', async () => {
    const { client } = await openBatches(world, 'main');
    const good = videoEntry(await client.upload('video', video), length);
    const notVideo = videoEntry(await client.upload('image', picture), length);
    for (const wrong of [{ ...good, size: good.size + 0.2 }, { ...good, url: unreachable.url }, notVideo]) {
      const { status, error } = refusalOf(await client.askBatch({ texts: [text], videos: [good, wrong] }));
      expect([status, error]).toEqual([400, expect.stringContaining('videos[1]')]);
    }
    expect([(await client.list()).total, await client.credits()]).toEqual([0, 1_000]);
  });

  it(
    'that were declared too short are charged the difference, each on a charge of its own',
    async () => {
      const { client, customer } = await openBatches(world, 'main');
      const long = await makeVideo({ words: harmless, seconds: 6 });
      const id = await client.submit({ videos: [videoEntry(await client.upload('video', long), 1)] });
      const [item] = (await client.ended(id)).items;
      await expect.poll(() => client.credits(), { timeout: 15_000 }).toBe(1_000 - 6);
      expect(
        (await chargesOf(world, customer)).map(({ operationId, amount }) => [operationId, amount]),
      ).toEqual([
        [`${item?.checkId}:duration`, 5],
        [id, 1],
      ]);
    },
    waitMs,
  );
});

describe.skipIf(!hasMedia)('a batch as full as it may be', () => {
  it(
    'has forty items, completes, and counts each in its month',
    async () => {
      const { client, customer } = await openBatches(world, 'main');
      const [image, clip] = [await client.upload('image', picture), await client.upload('video', video)];
      const items = {
        texts: Array.from({ length: 10 }, (_, at) => `${text}${at}`),
        images: Array.from({ length: 20 }, (_, at) => imageEntry(image, `Picture ${at}`)),
        videos: Array.from({ length: 10 }, (_, at) => videoEntry(clip, length, `Video ${at}`)),
      };
      const startedMs = performance.now();
      const record = await client.ended(await client.submit(items));
      process.stderr.write(
        `acceptance: a batch of forty took ${Math.round((performance.now() - startedMs) / 1_000)} s\n`,
      );
      expect(record).toMatchObject({
        status: 'completed',
        result: 'PASS',
        progress: { total: 40, done: 40, percent: 100 },
      });
      expect(new Set(record.items.map(({ checkId }) => checkId)).size).toBe(40);
      expect(record.items.map(({ preview }) => preview).slice(-1)).toEqual(['Video 9']);
      const price = 10 + 2 * 20 + length * 10;
      expect(await client.credits()).toBe(1_000 - price);
      expect((await chargesOf(world, customer))[0]?.lines).toHaveLength(41);
      const account = (await client.ask('GET', '/account')).body;
      expect(account).toMatchObject({
        data: { usageThisMonth: { textChecks: 10, imageChecks: 20, videoChecks: 10, batches: 1 } },
      });
    },
    waitMs,
  );
});
