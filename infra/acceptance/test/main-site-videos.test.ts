import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import { mainClient } from '../src/main-site.ts';
import { openMedia, unreachable } from '../src/media-client.ts';
import { mediaShapes } from '../src/media-shapes.ts';
import { contactOn, harmless, hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type World } from '../src/world.ts';

/** The rules of document 3 about videos, beyond those of all sites. */
const length = 6;
const waitMs = 120_000;

let world: World;
let files: { readonly contact: Buffer; readonly silent: Buffer; readonly picture: Buffer };
beforeAll(async () => {
  world = await enter();
  if (!hasMedia) return;
  files = {
    contact: await makeVideo({ words: contactOn.main, seconds: length }),
    silent: await makeVideo({ words: harmless, seconds: length, isSilent: true }),
    picture: await makePicture(harmless),
  };
});
afterAll(() => world.leave());

/** The fields that a refusal names. */
const pathsIn = (body: unknown) => Object(body).issues?.map(({ path }: { readonly path: string }) => path);

const open = (credits?: number) => openMedia(world, 'main', credits);

describe.skipIf(!hasMedia)('a video check of the main site', () => {
  it('that does not fit its file, cannot be reached, or is no video is 400 and costs nothing', async () => {
    const { client } = await open();
    const file = await client.upload('video', files.contact);
    const picture = await client.upload('image', files.picture);
    const wrong = [
      await client.askVideo(file, length, { videoSize: file.bytes / 1e6 + 0.2 }),
      await client.askVideo(unreachable, length),
      await client.askVideo(picture, length),
    ];
    expect(wrong.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect(shapes.failure(400).parse(wrong[0]?.body).error).toContain('videoSize');
    expect(wrong.map(({ body }) => pathsIn(body))).toEqual([['videoSize'], ['videoUrl'], ['videoUrl']]);
    expect(await client.credits()).toBe(1_000);
  });

  it(
    'that was declared too short is charged the difference, listed by its id',
    async () => {
      const { client, customer } = await open();
      const file = await client.upload('video', files.contact);
      const id = await client.submitVideo(file, 1);
      expect((await client.ended(id)).status).toBe('completed');
      await expect.poll(() => client.credits(), { timeout: 15_000 }).toBe(1_000 - length);
      const charges = await chargesOf(world, customer);
      expect(charges.map(({ operationId, amount }) => [operationId, amount])).toEqual([
        [`${id}:duration`, 5],
        [id, 1],
      ]);
    },
    waitMs,
  );

  it(
    'looks for what it is asked for',
    async () => {
      const { client } = await open();
      const file = await client.upload('video', files.contact);
      const record = await client.ended(await client.submitVideo(file, length, { frameTypes: ['PORN'] }));
      expect([record.riskLevel, record.summary.strict]).toEqual(['PASS', 0]);
    },
    waitMs,
  );

  it(
    'of short dramas is published on their platform, has three trial uses and is listed by its line',
    async () => {
      const { client } = await open();
      const file = await client.upload('video', files.silent);
      const ids = [];
      for (let use = 0; use < 3; use++) {
        ids.push(await client.submitVideo(file, length, { productVertical: 'duanju' }));
      }
      const refused = await client.askVideo(file, length, { productVertical: 'duanju' });
      expect([refused.status, shapes.failure(403).parse(refused.body).code]).toEqual([
        403,
        'product_line_not_enabled',
      ]);
      expect((await client.ended(ids[0] ?? '')).platform).toBe('shortdrama_platform');
      const listed = await client.ask('GET', '/video/checks?productVertical=duanju');
      expect(dataOf(listed, 200, mediaShapes.main.videoList).total).toBe(3);
    },
    waitMs,
  );

  it(
    'is compared with the text it names: what departs from it is found as drift',
    async () => {
      const { client, customer } = await open();
      const script = '大家好，这款纯棉毛巾吸水柔软，欢迎到店选购。';
      const approved = await mainClient(world, customer.key).checked({ text: script });
      const said = [script, '我家的面膜三天根治湿疹。'];
      const file = await client.upload('video', await makeVideo({ words: 'Hello', seconds: length, said }));
      const id = await client.submitVideo(file, length, { textCheckId: approved.id });
      await expect
        .poll(async () => (await client.ended(id)).driftStatus, { timeout: 15_000 })
        .toBe('completed');
      const { transcriptRisks, linkedTextCheckId } = await client.ended(id);
      expect(linkedTextCheckId).toBe(approved.id);
      expect(transcriptRisks).toContainEqual(expect.objectContaining({ sentence: said[1], origin: 'drift' }));
    },
    waitMs,
  );

  it(
    'may name a text check that passed, and no other',
    async () => {
      const { client, customer } = await open();
      const texts = mainClient(world, customer.key);
      const passed = await texts.checked();
      const refused = await texts.checked({ text: '我家的面膜是全国最好的护肤品，三天根治湿疹。' });
      expect([passed.riskLevel, refused.riskLevel]).toEqual(['PASS', 'REJECT']);
      const file = await client.upload('video', files.silent);
      for (const textCheckId of [refused.id, 'text_0'.padEnd(31, '0')]) {
        const answer = await client.askVideo(file, length, { textCheckId });
        expect(answer.status).toBe(400);
        expect(shapes.failure(400).parse(answer.body).error).toContain('textCheckId');
        expect(pathsIn(answer.body)).toEqual(['textCheckId']);
      }
      const record = await client.ended(await client.submitVideo(file, length, { textCheckId: passed.id }));
      expect(record.linkedTextCheckId).toBe(passed.id);
      await expect
        .poll(async () => (await client.ended(record.id)).driftStatus, { timeout: 15_000 })
        .toBe('skipped');
    },
    waitMs,
  );
});
