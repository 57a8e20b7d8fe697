import { makePicture, makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chargesOf } from '../src/charges.ts';
import { mediaClient, openMedia, unreachable } from '../src/media-client.ts';
import { mediaShapes } from '../src/media-shapes.ts';
import { contactOn, harmless, hasMedia } from '../src/media-words.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { enter, type SiteName, type World } from '../src/world.ts';

/** The video rows of documents 1 to 3, on all sites. */
const rows = [
  {
    site: 'us',
    other: 'en-US',
    platform: 'shortvideo_us',
    elsewhere: 'dtc_us',
    said: 'Our drops cure arthritis in three days.',
    captions: ['Our herbal drops cure', 'arthritis in three days.'],
  },
  {
    site: 'id',
    other: 'id-ID',
    platform: 'shortvideo_id',
    elsewhere: 'marketplace_b',
    said: 'Kapsul ini menyembuhkan diabetes dalam tiga hari.',
    captions: ['Kapsul ini menyembuhkan', 'diabetes dalam tiga hari.'],
  },
  {
    site: 'main',
    other: null,
    platform: 'shortvideo_a',
    elsewhere: 'shortvideo_b',
    said: '我家的面膜三天根治湿疹。',
    // Fonts for Chinese are not everywhere.
    captions: ['Add us on', 'WhatsApp 138 1234 5678'],
  },
] as const;
const length = 6;
/** A sentence in which nothing is wrong, on any site. */
const hello = 'Hello from our little shop.';
const waitMs = 120_000;

type Wrong = [field: string, value: unknown];
const wrongAnywhere: Wrong[] = [
  ['videoUrl', undefined],
  ['videoUrl', 'file:///etc/passwd'],
  ['videoTitle', undefined],
  ['videoTitle', 'a\u0000b'],
  ['videoSize', undefined],
  ['videoSize', 0.009],
  ['videoSize', 1024.01],
  ['videoDuration', undefined],
  ['videoDuration', 0.5],
  ['videoDuration', '6'],
  ['videoWidth', -1],
  ['platform', 'nowhere'],
];
const wrongOnMain: Wrong[] = [
  ['productVertical', 'live'],
  ['frameTypes', ['NOISE']],
  ['audioTypes', ['OCR']],
  ['textCheckId', 7],
];
const wrongElsewhere: Wrong[] = [['vertical', 'nothing']];

let world: World;
let silent: Buffer;
let picture: Buffer;
const contacts = new Map<SiteName, Buffer>();
const contact = (site: SiteName) => contacts.get(site) ?? silent;
beforeAll(async () => {
  world = await enter();
  if (!hasMedia) return;
  silent = await makeVideo({ words: harmless, seconds: length, isSilent: true });
  picture = await makePicture(harmless);
  for (const { site } of rows) {
    contacts.set(site, await makeVideo({ words: contactOn[site], seconds: length }));
  }
});
afterAll(() => world.leave());

const open = <S extends SiteName>(site: S, credits?: number) => openMedia(world, site, credits);
const voiceOf = (record: object) =>
  'transcriptStatus' in record
    ? record.transcriptStatus
    : (record as { transcript: { status: string | null } }).transcript.status;

describe.skipIf(!hasMedia).each(rows)(
  'a video check of the site $site',
  ({ site, other, platform, elsewhere, said, captions }) => {
    it(
      'is accepted, and ends with its frames, what is wrong with them, and a credit less for each second',
      async () => {
        const { client } = await open(site);
        const file = await client.upload('video', contact(site));
        const id = await client.submitVideo(file, length - 0.5);
        const record = await client.ended(id);
        expect(record).toMatchObject({
          id,
          status: 'completed',
          platform,
          video: { url: file.url, title: 'A video', durationSeconds: length - 0.5 },
        });
        expect(['REVIEW', 'REJECT']).toContain(record.riskLevel);
        const [frame] = record.frames.filter(({ description }) => description !== '');
        expect(frame?.timeSeconds).toBeGreaterThanOrEqual(1.5);
        expect(frame?.ocrText).toContain(contactOn[site].slice(-4));
        expect(frame?.findings).toContainEqual(
          expect.objectContaining({
            matchedText: expect.any(String),
            suggestion: expect.any(String),
            legalRef: expect.any(String),
            boxes: [expect.objectContaining({ x: expect.any(Number), y: expect.any(Number) })],
          }),
        );
        const shown = await fetch(frame?.imageUrl ?? '');
        expect([shown.status, shown.headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^image\//),
        ]);
        expect(voiceOf(record)).toBe('empty');
        const coverage = Object.fromEntries(
          record.coverage.map(({ detector, status }) => [detector, status]),
        );
        expect(coverage).toMatchObject({ text: 'ran', codes: 'ran', vision: 'not_configured' });
        expect(await client.credits()).toBe(1_000 - length);
      },
      waitMs,
    );

    it(
      'without risks passes, and silence is empty',
      async () => {
        const { client } = await open(site);
        const file = await client.upload('video', silent);
        const record = await client.ended(await client.submitVideo(file, length, { platform: elsewhere }));
        expect([record.status, record.riskLevel, record.platform]).toEqual(['completed', 'PASS', elsewhere]);
        expect([record.audios, record.transcriptRisks]).toEqual([[], []]);
        expect(voiceOf(record)).toBe('empty');
      },
      waitMs,
    );

    it(
      'reads what is said from its subtitles, and finds what is wrong in it, with its time',
      async () => {
        const { client } = await open(site);
        const file = await client.upload(
          'video',
          await makeVideo({ words: 'Hello', seconds: length, said: [hello, said] }),
        );
        await client.ask('POST', '/custom-rules', { keyword: hello.slice(0, 5), replacement: 'x' });
        const record = await client.ended(await client.submitVideo(file, length));
        expect([record.status, record.riskLevel, voiceOf(record)]).toEqual([
          'completed',
          'REJECT',
          'completed',
        ]);
        const own = 'customTranscriptRisks' in record ? record.customTranscriptRisks : record.transcriptRisks;
        expect(own).toContainEqual(
          expect.objectContaining({ matchedText: hello.slice(0, 5), replacement: 'x', sentence: hello }),
        );
        const [risk] = record.transcriptRisks.filter(({ source }) => source !== 'custom');
        expect(said).toContain(risk?.matchedText);
        expect(risk).toMatchObject({ sentence: said, severity: 'high' });
        expect(risk?.startSeconds).toBeCloseTo(2, 0);
        expect(risk?.endSeconds).toBeCloseTo(2.9, 0);
      },
      waitMs,
    );

    it(
      'joins what is written in the picture to captions, finds what goes on over two, and takes none for speech',
      async () => {
        const { client } = await open(site);
        const file = await client.upload(
          'video',
          await makeVideo({ words: harmless, seconds: length, captions, isSilent: true }),
        );
        const record = await client.ended(await client.submitVideo(file, length));
        expect([record.status, voiceOf(record)]).toEqual(['completed', 'empty']);
        expect(['REVIEW', 'REJECT']).toContain(record.riskLevel);
        expect(record.transcriptRisks).toEqual([]);
        const shown = record.captions.filter(({ text }) => captions.some((one) => text === one));
        expect(shown.map(({ text }) => text)).toEqual(captions);
        const times = shown.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
        expect(times.map(Math.round)).toEqual([1, 3, 3, 5]);
        const found = record.frames.flatMap(({ findings, timeSeconds }) =>
          findings.map((one) => ({ ...one, timeSeconds })),
        );
        expect(found.filter(({ startSeconds }) => startSeconds !== null)).not.toEqual([]);
        expect(new Set(found.map(({ description }) => description)).size).toBe(found.length);
      },
      waitMs,
    );

    it(
      'shows no finding before it has ended, is listed by status, and is its own scope’s',
      async () => {
        const { client, customer } = await open(site);
        const file = await client.upload('video', contact(site));
        const id = await client.submitVideo(file, length);
        const first = dataOf(
          await client.ask('GET', `/video/checks/${id}`),
          200,
          mediaShapes[site].videoCheck,
        );
        if (first.status === 'processing') expect([first.riskLevel, first.frames]).toEqual([null, []]);
        const listed = async (query: string) =>
          dataOf(await client.ask('GET', `/video/checks${query}`), 200, mediaShapes[site].videoList);
        expect((await listed('')).data[0]?.id).toBe(id);
        await client.ended(id);
        expect((await listed('?status=completed')).total).toBe(1);
        expect((await listed('?status=failed')).total).toBe(0);
        expect((await client.ask('GET', '/video/checks?status=cancelled')).status).toBe(400);
        const tenant = mediaClient(world, site, customer.key, { 'x-end-tenant': 'shop-1' });
        expect((await tenant.ask('GET', `/video/checks/${id}`)).status).toBe(404);
        const deleted = await client.ask('DELETE', `/video/checks/${id}`);
        expect(dataOf(deleted, 200, mediaShapes[site].videoDeleted).id).toBe(id);
        expect((await client.ask('GET', `/video/checks/${id}`)).status).toBe(404);
        // What had ended is not refunded.
        expect(await client.credits()).toBe(1_000 - length);
      },
      waitMs,
    );

    it(
      'that is deleted while it runs gives its credits back',
      async () => {
        const { client, customer } = await open(site);
        const file = await client.upload('video', contact(site));
        const ids = await Promise.all(Array.from({ length: 3 }, () => client.submitVideo(file, length)));
        const [last = ''] = ids.slice(-1);
        const state = dataOf(
          await client.ask('GET', `/video/checks/${last}`),
          200,
          mediaShapes[site].videoCheck,
        );
        expect((await client.ask('DELETE', `/video/checks/${last}`)).status).toBe(200);
        const refund = state.status === 'processing' ? length : 0;
        await expect
          .poll(
            async () =>
              (await chargesOf(world, customer)).find(({ operationId }) => operationId === last)?.refunded,
            { timeout: 15_000 },
          )
          .toBe(refund);
      },
      waitMs,
    );

    it.each([...wrongAnywhere, ...(site === 'main' ? wrongOnMain : wrongElsewhere)])(
      'with a wrong %s (%j) is 400, names it and costs nothing',
      async (field, value) => {
        const { client } = await open(site, 20);
        const answer = await client.askVideo(unreachable, length, { [field]: value });
        expect(answer.status).toBe(400);
        expect(shapes.failure(400).parse(answer.body).error).toContain(field);
        expect(await client.credits()).toBe(20);
      },
    );

    it('without enough credits is 402 with both numbers, and leaves no record', async () => {
      const { client } = await open(site, 5);
      const file = await client.upload('video', contact(site));
      const answer = await client.askVideo(file, length);
      expect(answer.status).toBe(402);
      expect(shapes.failure(402).parse(answer.body)).toMatchObject({ requiredCredits: 6, currentBalance: 5 });
      expect(dataOf(await client.ask('GET', '/video/checks'), 200, mediaShapes[site].videoList).total).toBe(
        0,
      );
    });

    if (other) {
      it(
        'is explained in Chinese, or in the language of the question',
        async () => {
          const { client } = await open(site);
          const file = await client.upload('video', contact(site));
          const id = await client.submitVideo(file, length);
          const textOf = (record: Awaited<ReturnType<typeof client.ended>>) =>
            record.frames.map(({ description }) => description).join('');
          expect(textOf(await client.ended(id))).toMatch(/[\u4e00-\u9fff]/);
          expect(textOf(await client.ended(id, `?explainLocale=${other}`))).not.toMatch(/[\u4e00-\u9fff]/);
          expect((await client.ask('GET', `/video/checks/${id}?explainLocale=fr-FR`)).status).toBe(400);
        },
        waitMs,
      );

      it(
        'that cannot be fetched, is no video, or is longer than declared, ends failed and refunded',
        async () => {
          const { client, customer } = await open(site);
          const still = await client.upload('image', picture);
          const long = await client.upload('video', contact(site));
          const ids = await Promise.all([
            client.submitVideo(unreachable, length),
            client.submitVideo(still, length),
            client.submitVideo(long, 2),
          ]);
          const records = await Promise.all(ids.map((id) => client.ended(id)));
          expect(records.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
          for (const record of records) expect([record.riskLevel, record.frames]).toEqual([null, []]);
          await expect.poll(() => client.credits(), { timeout: 15_000 }).toBe(1_000);
          for (const charge of await chargesOf(world, customer)) expect(charge.refunded).toBe(charge.amount);
        },
        waitMs,
      );
    }
  },
);
