import { internationalContract, mainContract, us } from '@redline/contracts';
import { createId } from '@redline/service-kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodBody, type Replica, send, setUpWorld, submitCheck, type World } from './fixtures.ts';

let world: World;
let gateway: Replica;
let key: string;
let mainKey: string;

beforeAll(async () => {
  world = await setUpWorld();
  gateway = await world.startReplica({ env: { RATE_CONFIGURATION: '10000' } });
  ({ key } = await world.createKey());
  ({ key: mainKey } = await world.createKey('main'));
});
afterAll(() => world.dispose());

const quoteResponse = internationalContract(us).quoteTextCheck.responses[200];
const image = { imageUrl: 'https://shop.example/a.jpg', imageTitle: 'A mug', imageSize: 5 };
const video = {
  videoUrl: 'https://shop.example/v.mp4',
  videoTitle: 'A film',
  videoSize: 2,
  videoDuration: 9.2,
};
const batch = {
  name: 'Spring',
  platform: us.platforms[0],
  vertical: us.verticals[0],
  texts: ['Our drops cure arthritis.'],
};
const mainText = {
  text: '纯棉毛巾三条装，吸水柔软。',
  platform: 'shortvideo_a',
  industryVertical: 'general',
};

const post = (url: string, payload?: object, site: 'us' | 'main' = 'us', headers = {}) =>
  send(gateway.http, site === 'us' ? key : mainKey, {
    method: 'POST',
    url: `${site === 'us' ? us.prefix : '/v1'}${url}`,
    headers,
    ...(payload && { payload }),
  });

/** Everything that a submission leaves behind. */
const traces = () => {
  const { records, rewrites, charges, calls, balance, media, orchestrator } = world.services;
  const kept = [records, rewrites, charges, media.images, media.videos, orchestrator.batches];
  return { sizes: kept.map(({ size }) => size), calls: calls.length, balance };
};

describe('a quote', () => {
  it.each([
    ['/text/checks', goodBody, 'text_check', 1],
    ['/image/checks', image, 'image_check', 1],
    ['/video/checks', video, 'video_second', 10],
    ['/batches', batch, 'batch', 1],
  ] as const)('of %s is the price, takes nothing and keeps nothing', async (path, body, item, quantity) => {
    const before = traces();
    const { status, body: answer } = await post(`${path}/quote`, body);
    expect(status).toBe(200);
    expect(quoteResponse.parse(answer)).toEqual(answer);
    expect(answer.data).toEqual({
      object: 'quote',
      creditCost: 2,
      laterCreditCost: 0,
      currentBalance: before.balance,
      isCovered: true,
      lines: [{ item, quantity, creditCost: 2 }],
    });
    expect(traces()).toEqual(before);
  });

  it.each([
    ['/text/checks', { ...goodBody, text: 'short' }],
    ['/image/checks', { ...image, imageSize: 0 }],
    ['/video/checks', { ...video, videoDuration: 0 }],
    ['/batches', { ...batch, texts: [] }],
  ])('of %s refuses what the submission refuses, in the same words', async (path, body) => {
    const [quoted, submitted] = [await post(`${path}/quote`, body), await post(path, body)];
    expect(quoted.status).toBe(400);
    expect({ ...quoted.body, requestId: '' }).toEqual({ ...submitted.body, requestId: '' });
  });

  it('of a rewrite needs what the rewrite needs', async () => {
    const { body: created } = await submitCheck(gateway.http, key);
    const { id } = created.data;
    const path = `/text/checks/${id}/fix/quote`;
    expect((await post(path)).status).toBe(400);
    const record = world.services.records.get(id) ?? expect.unreachable();
    record.status = 'completed';
    expect((await post(path)).body.data).toMatchObject({ lines: [{ item: 'rewrite', quantity: 1 }] });
    expect(world.services.rewrites.size).toBe(0);
    expect((await post('/text/checks/nothing/fix/quote')).status).toBe(404);
  });

  it('of a report is its price, and refuses what the report refuses', async () => {
    const path = `/video/checks/${createId('video')}/report/quote`;
    const { status, body } = await post(path, undefined, 'main');
    expect(mainContract.quoteVideoReport.responses[200].parse(body)).toEqual(body);
    expect([status, body.data.lines]).toEqual([200, [{ item: 'video_report', quantity: 1, creditCost: 2 }]]);
    const { reports } = world.services;
    reports.refusal = { code: 'invalid_request', message: 'the video check is processing' };
    const refused = await post(path, undefined, 'main');
    expect([refused.status, refused.body.error]).toEqual([400, 'the video check is processing']);
    reports.refusal = null;
    expect((await post('/video/checks/nothing/report/quote', undefined, 'main')).status).toBe(404);
    expect(reports.reports.size).toBe(0);
  });

  it('says what an automatic rewrite would take on top, and 403 as the submission', async () => {
    const quoted = await post('/text/checks/quote', { ...mainText, autoFix: true }, 'main');
    expect(mainContract.quoteTextCheck.responses[200].parse(quoted.body)).toEqual(quoted.body);
    expect(quoted.body.data).toMatchObject({ creditCost: 2, laterCreditCost: 2 });
    world.services.closedLine = 'touliu';
    const refused = await post('/text/checks/quote', { ...mainText, productVertical: 'touliu' }, 'main');
    expect([refused.status, refused.body.code]).toEqual([403, 'product_line_not_enabled']);
    world.services.closedLine = null;
  });

  it('is answered when the balance does not cover it, and says so', async () => {
    const { balance } = world.services;
    world.services.balance = 1;
    const { status, body } = await post('/text/checks/quote', goodBody);
    expect([status, body.data.isCovered, body.data.currentBalance]).toEqual([200, false, 1]);
    world.services.balance = balance;
  });

  it('opens no tenant scope, and counts among the configurations', async () => {
    const quoted = await post('/text/checks/quote', goodBody, 'us', { 'x-end-tenant': 'quoted-only' });
    expect(quoted.headers['x-ratelimit-limit']).toBe('10000');
    const opened = await gateway.db
      .selectFrom('tenant_scope')
      .select('tenant_id')
      .where('tenant_id', '=', 'quoted-only')
      .execute();
    expect(opened).toEqual([]);
  });
});

describe('an accepted submission', () => {
  it.each([
    ['/text/checks', goodBody],
    ['/video/checks', video],
    ['/batches', batch],
  ])('of %s says what it took, to a replay too', async (path, body) => {
    const headers = { 'idempotency-key': `cost of ${path}`.replaceAll(' ', '-') };
    const first = await post(path, body, 'us', headers);
    expect([first.status, first.body.data.creditCost]).toEqual([201, 2]);
    expect((await post(path, body, 'us', headers)).body).toEqual(first.body);
  });
});
