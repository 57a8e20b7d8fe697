import { type BillLine, batchRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { describe, expect, it } from 'vitest';
import { takeBatch } from '../src/store/dispatch.ts';
import {
  bodyOf,
  mainBodyOf,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  startOrchestrator,
} from './orchestrator.ts';
import { startOwners, told } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

const rowOf = (id: string) => db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();

const abandon = (operationId: string, reason: 'refused' | 'unknown') =>
  call(bus, batchRequests.abandon, { operationId, reason });

describe('a submission', () => {
  it('names a line for the batch and one for each item, and answers the same again, also past its deadline', async () => {
    await startOrchestrator(db, nats.url);
    const { id, scope, reply } = await prepareBatch(bus);
    expect(reply).toEqual({
      outcome: 'prepared',
      lines: [
        { lineId: id, item: 'batch', quantity: 1 },
        { lineId: expect.stringMatching(/^text_/), item: 'text_check', quantity: 1 },
        { lineId: expect.stringMatching(/^image_/), item: 'image_check', quantity: 1 },
        { lineId: expect.stringMatching(/^video_/), item: 'video_second', quantity: 11 },
      ],
    });
    const again = { id, scope, body: bodyOf({ texts: ['Quite another text.'] }), deadlineMs: 0 };
    expect((await prepareBatch(bus, again)).reply).toEqual(reply);
  });

  it('is quoted by the same lines, without their names and without a trace', async () => {
    await startOrchestrator(db, nats.url);
    const { scope, reply } = await prepareBatch(bus);
    const before = await db.selectFrom('batches').select('id').execute();
    const request = { scope, deadlineMs: Date.now() + 5_000, batch: bodyOf() };
    const quoted = await call(bus, batchRequests.quote, request);
    const lines = reply.outcome === 'prepared' ? reply.lines.map(({ lineId: _, ...line }) => line) : [];
    expect(quoted).toEqual({ outcome: 'quoted', lines, laterLines: [] });
    expect(await db.selectFrom('batches').select('id').execute()).toEqual(before);
  });

  it('past its deadline leaves nothing', async () => {
    await startOrchestrator(db, nats.url);
    const { id, reply } = await prepareBatch(bus, { deadlineMs: Date.now() - 1 });
    expect(reply).toEqual({ outcome: 'too_late' });
    expect(await rowOf(id)).toBeUndefined();
  });

  it('drops texts that are too short, and keeps the places of the others', async () => {
    await startOrchestrator(db, nats.url);
    const texts = ['short', 'This one is long enough.', '', 'And so is this one.'];
    const { id, scope } = await prepareBatch(bus, { body: bodyOf({ texts, images: [], videos: [] }) });
    const reply = await call(bus, batchRequests.get, { scope, id });
    expect(reply).toMatchObject({
      record: {
        progress: { total: 2 },
        items: [
          { kind: 'text', index: 1, text: texts[1] },
          { kind: 'text', index: 3, text: texts[3] },
        ],
      },
    });
  });

  it.each([
    ['nothing to check', bodyOf({ texts: ['short'], images: [], videos: [] }), /at least one item/, ''],
    ['an unknown platform', bodyOf({ platform: 'nowhere' } as never), /^platform must be one of/, 'platform'],
  ])('with %s is refused in a sentence, with its field', async (_, body, message, path) => {
    await startOrchestrator(db, nats.url);
    const { id, reply } = await prepareBatch(bus, { body });
    const issues = [{ path, message: expect.stringMatching(message) }];
    expect(reply).toMatchObject({ outcome: 'refused', message: expect.stringMatching(message), issues });
    expect(await rowOf(id)).toBeUndefined();
  });

  it.each(['duanju', 'touliu'])(
    'of a product line that must be enabled names it: %s',
    async (productVertical) => {
      await startOwners(nats.url);
      await startOrchestrator(db, nats.url);
      const scope = newScope({ siteId: 'main' });
      const { reply } = await prepareBatch(bus, {
        scope,
        body: mainBodyOf({ productVertical, images: [] } as never),
      });
      const lines: readonly BillLine[] = reply.outcome === 'prepared' ? reply.lines : [];
      expect(lines.map((line) => line.productLine)).toEqual([undefined, productVertical, productVertical]);
    },
  );

  it('of the main site is refused for the videos that are not what was declared, and names their fields', async () => {
    const video = (url: string) => ({ url, name: '短片', size: 1, duration: 10 });
    const [small, gone, old] = ['small', 'gone', 'old'].map((name) => `https://shop.example/${name}.mp4`);
    const size = 'videoSize is 1 MB, but the file behind videoUrl has 5 bytes';
    const fetched = 'videoUrl cannot be fetched: its server is away';
    await startOwners(nats.url, {
      misfits: new Map([
        [small ?? '', { message: size, issues: [{ path: 'videoSize', message: size }] }],
        [gone ?? '', { message: fetched, issues: [{ path: 'videoUrl', message: fetched }] }],
        // A media engine of the last release.
        [old ?? '', { message: fetched }],
      ]),
    });
    await startOrchestrator(db, nats.url);
    const videos = ['https://shop.example/good.mp4', small, gone, old].map((url) => video(url ?? ''));
    const scope = newScope({ siteId: 'main' });
    const { id, reply } = await prepareBatch(bus, { scope, body: mainBodyOf({ videos }) });
    const issues = [
      {
        path: 'videos[1].size',
        message: 'videos[1].size is 1 MB, but the file behind videos[1].url has 5 bytes',
      },
      { path: 'videos[2].url', message: 'videos[2].url cannot be fetched: its server is away' },
      { path: 'videos[3]', message: 'videos[3].url cannot be fetched: its server is away' },
    ];
    const message = issues.map((issue) => issue.message).join('; ');
    expect(reply).toEqual({ outcome: 'refused', code: 'invalid_request', message, issues });
    expect(await rowOf(id)).toBeUndefined();
  });

  it('that is refused later leaves nothing', async () => {
    await startOrchestrator(db, nats.url);
    const { id } = await prepareBatch(bus);
    expect(await abandon(id, 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await rowOf(id)).toBeUndefined();
    expect(await abandon(id, 'refused')).toEqual({ outcome: 'abandoned' });
  });

  it('whose outcome is unknown fails, with a refund of each line, once', async () => {
    await startOrchestrator(db, nats.url);
    const { id, reply } = await prepareBatch(bus);
    for (const _ of [1, 2]) expect(await abandon(id, 'unknown')).toEqual({ outcome: 'abandoned' });
    expect(await rowOf(id)).toMatchObject({
      status: 'failed',
      result: 'REJECT',
      failure_reason: 'abandoned',
    });
    const lines =
      reply.outcome === 'prepared' ? reply.lines.map(({ lineId }) => `item.failed ${lineId}`) : [];
    await waitFor(async () => (await told(bus, id)).length === 5);
    expect((await told(bus, id)).sort()).toEqual([...lines, `completed ${id}`].sort());
    expect(await call(bus, batchRequests.reopen, { id })).toEqual({ outcome: 'not_failed' });
  });

  it('that was begun is not undone', async () => {
    await startOrchestrator(db, nats.url);
    const { id } = await prepareBatch(bus);
    await takeBatch(db, id, { leaseMs: 1_000, maxAttempts: 6 });
    for (const reason of ['refused', 'unknown'] as const) {
      expect(await abandon(id, reason)).toEqual({ outcome: 'too_late' });
    }
    expect(await rowOf(id)).toMatchObject({ status: 'processing' });
  });
});
