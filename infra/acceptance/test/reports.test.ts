import { makeVideo } from '@redline/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report as reportShape } from '../src/batch-shapes.ts';
import { chargesOf } from '../src/charges.ts';
import { type MediaClient, openMedia } from '../src/media-client.ts';
import { contactOn, hasMedia } from '../src/media-words.ts';
import { chunksOf, readReport, type StreamedReport } from '../src/reports.ts';
import * as shapes from '../src/shapes.ts';
import { dataOf } from '../src/text-checks.ts';
import { type Customer, enter, type World } from '../src/world.ts';

/** The report rows of documents 3 and 4. */
const length = 6;
const price = 10;
const waitMs = 120_000;
const said = '我家的面膜三天根治湿疹。';
const sections = ['视频信息', '总体结论', '画面风险', '语音与口播风险', '修改建议', '法律依据'];

let world: World;
let video: Buffer;
beforeAll(async () => {
  world = await enter();
  if (hasMedia) video = await makeVideo({ words: contactOn.main, seconds: length, said: [said] });
}, 60_000);
afterAll(() => world.leave());

interface Checked {
  readonly client: MediaClient<'main'>;
  readonly customer: Customer;
  readonly id: string;
}

/** A completed check of a video with something wrong in picture and voice, by a new account. */
async function checked(credits = 1_000): Promise<Checked> {
  const { client, customer } = await openMedia(world, 'main', credits);
  const id = await client.submitVideo(await client.upload('video', video), length);
  expect((await client.ended(id)).status).toBe('completed');
  return { client, customer, id };
}

const latest = async ({ client, id }: Checked) =>
  dataOf(await client.ask('GET', `/video/checks/${id}/report/latest`), 200, reportShape.nullable());
const namesOf = ({ events }: StreamedReport) => events.map(({ event }) => event);
const failureOf = ({ status, body }: StreamedReport) => shapes.failure(status).parse(body);

describe.skipIf(!hasMedia)('a report of a video check', () => {
  it(
    'is streamed in the order of document 3, costs ten credits, and is the latest afterwards',
    async () => {
      const check = await checked();
      expect(await latest(check)).toBeNull();
      const stream = await readReport(world, check.customer.key, check.id);
      expect([stream.status, stream.headers]).toMatchObject([
        200,
        {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-ratelimit-limit': '60',
          'x-request-id': expect.any(String),
        },
      ]);
      const names = namesOf(stream);
      expect(names[0]).toBe('report_start');
      expect(names.slice(-2)).toEqual(['report_done', 'complete']);
      expect(new Set(names.slice(1, -2))).toEqual(new Set(['report_chunk']));
      const reportId = String(stream.events[0]?.data['reportId']);
      expect(stream.events.map(({ id }) => id)).toEqual(names.map((_, at) => `${reportId}:${at + 1}`));
      const [done, complete] = stream.events.slice(-2);
      expect(done?.data).toEqual({ reportId, content: chunksOf(stream) });
      expect(complete?.data).toEqual({ durationMs: expect.any(Number) });
      const stored = await latest(check);
      expect(stored).toMatchObject({ id: reportId, videoCheckId: check.id, content: done?.data['content'] });
      const headings = [...(stored?.content ?? '').matchAll(/【(.+?)】/g)].map(([, name]) => name);
      expect(headings.filter((name) => sections.includes(name ?? ''))).toEqual(sections);
      expect(stored?.content).toContain('根治');
      const charge = (await chargesOf(world, check.customer))[0];
      expect(charge).toMatchObject({ operationId: reportId, amount: price, refunded: 0 });
      expect(charge?.lines).toMatchObject([{ lineId: reportId, item: 'video_report', quantity: 1 }]);
    },
    waitMs,
  );

  it(
    'goes on after the event that Last-Event-ID names, without a second charge and with nothing twice',
    async () => {
      const check = await checked();
      const { key } = check.customer;
      const before = await check.client.credits();
      const first = await readReport(world, key, check.id, { stopAfter: 2 });
      const seen = first.events.at(-1)?.id ?? '';
      const rest = await readReport(world, key, check.id, { headers: { 'last-event-id': seen } });
      const all = [...first.events, ...rest.events];
      const numbers = all.map(({ id }) => Number(id.split(':')[1]));
      expect(numbers).toEqual(numbers.map((_, at) => at + 1));
      expect(all.at(-1)?.event).toBe('complete');
      expect(all.at(-2)?.data['content']).toBe(chunksOf({ ...rest, events: all }));
      expect(await check.client.credits()).toBe(before - price);
      const over = await readReport(world, key, check.id, {
        headers: { 'last-event-id': all.at(-1)?.id ?? '' },
      });
      expect([over.status, over.events]).toEqual([204, []]);
      for (const [place, status] of [
        ['7', 400],
        [`${seen.split(':')[0]}:100000`, 400],
        ['report_01jd8q3h6fe1r9e5k0v7m2n4p8:1', 404],
      ] as const) {
        const wrong = await readReport(world, key, check.id, { headers: { 'last-event-id': place } });
        expect([place, wrong.status, failureOf(wrong).error]).toEqual([place, status, expect.any(String)]);
      }
    },
    waitMs,
  );

  it(
    'left by its client is written to its end',
    async () => {
      const check = await checked();
      const { events } = await readReport(world, check.customer.key, check.id, { stopAfter: 1 });
      await expect
        .poll(async () => (await latest(check))?.id, { timeout: 30_000 })
        .toBe(events[0]?.data['reportId']);
    },
    waitMs,
  );

  it(
    'asked for again with its Idempotency-Key, also at the same time, is one report and one charge',
    async () => {
      const check = await checked();
      const before = await check.client.credits();
      const ask = () =>
        readReport(world, check.customer.key, check.id, { headers: { 'idempotency-key': 'report-1' } });
      const streams = await Promise.all([ask(), ask(), ask()]);
      streams.push(await ask());
      for (const stream of streams) expect(stream.events).toEqual(streams[0]?.events);
      expect(await check.client.credits()).toBe(before - price);
    },
    waitMs,
  );

  it(
    'asked for many times at once is generated once, or once after the other',
    async () => {
      const check = await checked();
      const before = await check.client.credits();
      const streams = await Promise.all(
        Array.from({ length: 6 }, () => readReport(world, check.customer.key, check.id)),
      );
      const taken = streams.filter(({ status }) => status === 200);
      expect(taken.length).toBeGreaterThan(0);
      for (const stream of taken) expect(namesOf(stream).at(-1)).toBe('complete');
      for (const stream of streams.filter(({ status }) => status !== 200)) {
        expect([stream.status, failureOf(stream).code]).toEqual([400, 'invalid_request']);
      }
      expect(await check.client.credits()).toBe(before - taken.length * price);
    },
    waitMs,
  );

  it(
    'is 402 before it begins when ten credits are not there, and leaves none behind',
    async () => {
      const check = await checked(length + 9);
      const refused = await readReport(world, check.customer.key, check.id);
      expect([refused.status, refused.headers['content-type']]).toEqual([
        402,
        'application/json; charset=utf-8',
      ]);
      expect(failureOf(refused)).toMatchObject({
        code: 'insufficient_credits',
        requiredCredits: price,
        currentBalance: 9,
      });
      expect(await latest(check)).toBeNull();
    },
    waitMs,
  );

  it(
    'of a check that is not completed is 400, of one that is not there or another’s 404',
    async () => {
      const check = await checked();
      const { client, customer } = check;
      const running = await client.submitVideo(await client.upload('video', video), length);
      const early = await readReport(world, customer.key, running);
      // On an idle machine the check may have ended before it was asked.
      if (early.status !== 200)
        expect([early.status, failureOf(early).code]).toEqual([400, 'invalid_request']);
      const stranger = await world.createCustomer({ site: 'main' });
      const tenant = { 'x-end-tenant': 'shop-1' };
      const none = 'video_01jd8q3h6fe1r9e5k0v7m2n4p8';
      for (const answer of [
        await readReport(world, stranger.key, check.id),
        await readReport(world, customer.key, check.id, { headers: tenant }),
        await readReport(world, customer.key, none),
        await readReport(world, customer.key, 'text_1'),
      ]) {
        expect([answer.status, failureOf(answer).code]).toEqual([404, 'not_found']);
      }
      for (const id of [none, 'text_1']) {
        expect((await client.ask('GET', `/video/checks/${id}/report/latest`)).status).toBe(404);
      }
      const nobody = await world.call({ path: `/v1/video/checks/${check.id}/report` });
      expect(nobody.status).toBe(401);
      const head = await world.call({
        method: 'HEAD',
        key: customer.key,
        path: `/v1/video/checks/${check.id}/report`,
      });
      expect(head.status).toBe(405);
    },
    waitMs,
  );

  it(
    'of a deleted check is gone with it',
    async () => {
      const check = await checked();
      await readReport(world, check.customer.key, check.id);
      await check.client.ask('DELETE', `/video/checks/${check.id}`);
      expect((await check.client.ask('GET', `/video/checks/${check.id}/report/latest`)).status).toBe(404);
      expect((await readReport(world, check.customer.key, check.id)).status).toBe(404);
    },
    waitMs,
  );
});
