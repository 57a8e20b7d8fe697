import {
  anyMainVideoCheckRecord,
  anyVideoCheckRecord,
  failureOf,
  type Scope,
  videoRequests,
} from '@redline/contracts';
import { anyAttempt } from '@redline/service-kit/records';
import { startTestNats } from '@redline/testkit';
import { subjectsOf } from '@redline/testkit/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SourceError } from '../src/clients/fetching/source-error.ts';
import type { Deps } from '../src/deps.ts';
import { uploadDir } from '../src/domain/uploads/upload-dir.ts';
import { videoHandlers } from '../src/handlers/video-requests.ts';
import { takeVideoCheck } from '../src/store/video-attempts.ts';
import { completeVisual, completeVoice, failOpenVideo } from '../src/store/video-ends.ts';
import {
  cdnHost,
  createTestDb,
  depsOf,
  detectionOf,
  mp4Head,
  newId,
  newScope,
  openBus,
  requestContext,
  riskOf,
  visualOf,
  voiceOf,
} from './engine.ts';
import { insertVideo, removalsOf, scopesBeside, videoRow } from './rows.ts';

const [database, nats] = await Promise.all([createTestDb(), startTestNats()]);
const { db } = database;
const bus = await openBus(nats.url);
const handlers = videoHandlers(depsOf(db, bus));

afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

const main = () => newScope({ siteId: 'main' });
const get = (scope: Scope, id: string, locale?: string) =>
  handlers.get({ scope, id, locale }, requestContext());
const remove = (scope: Scope, id: string) => handlers.delete({ scope, id }, requestContext());
const list = (scope: Scope, filter = {}, page = 1, pageSize = 20) =>
  handlers.list({ scope, page, pageSize, filter }, requestContext());

/** A check with its frames done, and its voice unless told otherwise. */
async function completed(
  changes: Parameters<typeof insertVideo>[1] = {},
  { isHeard = true, ...seenChanges }: { isHeard?: boolean } & Parameters<typeof visualOf>[0] = {},
) {
  const check = await insertVideo(db, changes);
  await takeVideoCheck(db, check.id, { leaseMs: 30_000, maxAttempts: 4 });
  const taken = { id: check.id, attempt: 1 };
  const { frames, coverage, durationSeconds: actualSeconds, width, height } = visualOf(seenChanges);
  const seen = { riskLevel: 'REVIEW', labels: [{ 'zh-CN': '治愈宣称', 'en-US': 'Cure claim' }] } as const;
  const measured = { frames, coverage, actualSeconds, width, height };
  expect(
    await completeVisual(
      db,
      taken,
      { ...seen, ...measured },
      { event: { subject: 'event.x', payload: {} }, keptForMs: 60_000 },
    ),
  ).toBe(true);
  if (!isHeard) return check;
  const word = { matchedText: 'cheapest', replacement: 'good', note: 'no', startSeconds: 4, endSeconds: 5 };
  const voice = voiceOf({ customRisks: [{ ...word, sentence: 'The cheapest.' }] });
  const verdict = { riskLevel: 'REJECT', labels: seen.labels, transcriptStatus: 'completed' } as const;
  expect(await completeVoice(db, taken, { ...verdict, driftStatus: voice.drift, voice }, {})).toBe(true);
  return check;
}

describe('a submission', () => {
  const body = {
    videoUrl: 'https://shop.example/v.mp4',
    videoTitle: 'A mug',
    videoSize: 1,
    videoDuration: 12.2,
    platform: 'shortvideo_us',
  };
  const mainBody = { ...body, platform: 'shortvideo_a', productVertical: 'duanju' };

  const prepare = (
    check: object,
    changes: { id?: string; scope?: Scope; deadlineMs?: number } = {},
    deps: Partial<Deps> = {},
  ) => {
    const { id: operationId = newId('video'), scope = newScope(), deadlineMs = Date.now() + 5_000 } = changes;
    const request = videoRequests.prepare.request.parse({ operationId, scope, deadlineMs, check });
    return videoHandlers(depsOf(db, bus, deps)).prepare(request, requestContext());
  };

  it('is charged by the declared second, rounded up; a repeat answers the same without measuring again', async () => {
    const [id, scope] = [newId('video'), main()];
    const line = { lineId: id, item: 'video_second', quantity: 13, productLine: 'duanju' };
    expect(await prepare(mainBody, { id, scope })).toEqual({ outcome: 'prepared', lines: [line] });
    const gone = { measureSource: async () => Promise.reject(new SourceError('status', 'gone')) };
    expect(await prepare(mainBody, { id, scope, deadlineMs: 1 }, gone)).toEqual({
      outcome: 'prepared',
      lines: [line],
    });
    expect(await get(scope, id)).toMatchObject({
      record: {
        object: 'video_check',
        status: 'processing',
        riskLevel: null,
        frames: [],
        transcriptRisks: [],
        transcript: { status: 'processing', text: null },
        linkedTextCheckId: null,
        driftStatus: null,
        video: { url: body.videoUrl, sizeMb: 1, durationSeconds: 12.2, width: null, purged: false },
      },
    });
  });

  it('is quoted by the same line after the same measuring, without a trace', async () => {
    const scope = main();
    const quote = (deps: Partial<Deps> = {}) => {
      const request = videoRequests.quote.request.parse({
        scope,
        deadlineMs: Date.now() + 5_000,
        check: mainBody,
      });
      return videoHandlers(depsOf(db, bus, deps)).quote(request, requestContext());
    };
    const line = { item: 'video_second', quantity: 13, productLine: 'duanju' };
    expect(await quote()).toEqual({ outcome: 'quoted', lines: [line], laterLines: [] });
    const gone = { measureSource: async () => Promise.reject(new SourceError('status', 'gone')) };
    expect(await quote(gone)).toEqual(await prepare(mainBody, { scope }, gone));
    expect(await list(scope)).toEqual({ total: 0, items: [] });
  });

  it('says nothing of a transcript where nothing transcribes', async () => {
    const [id, scope] = [newId('video'), newScope()];
    await prepare(body, { id, scope }, { canTranscribe: () => false });
    expect(await get(scope, id)).toMatchObject({ record: { status: 'processing', transcriptStatus: null } });
  });

  it.each([
    [
      'a file that cannot be fetched',
      { measureSource: async () => Promise.reject(new SourceError('address', 'its address is not public')) },
      /videoUrl cannot be fetched: its address/,
    ],
    [
      'a file that is no video',
      { measureSource: async () => ({ sizeBytes: 1_000_000, head: Buffer.from('<html>') }) },
      /videoUrl must lead to a video/,
    ],
    [
      'a picture',
      {
        measureSource: async () => ({
          sizeBytes: 1_000_000,
          head: Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
        }),
      },
      /videoUrl must lead to a video/,
    ],
    [
      'another size',
      { measureSource: async () => ({ sizeBytes: 1_200_000, head: mp4Head }) },
      /videoSize is 1 MB, but the file behind videoUrl has 1200000 bytes/,
      'videoSize',
    ],
  ])(
    'of the main site with %s is refused with a sentence, and nothing is stored',
    async (_, deps, sentence, path = 'videoUrl') => {
      const id = newId('video');
      const answer = await prepare(mainBody, { id, scope: main() }, deps);
      expect(answer).toMatchObject({ outcome: 'refused', code: 'invalid_request' });
      expect(answer.outcome === 'refused' && answer.message).toMatch(sentence);
      expect(answer.outcome === 'refused' && answer.issues?.map((issue) => issue.path)).toEqual([path]);
      expect(await videoRow(db, id)).toBeUndefined();
    },
  );

  it('of the main site that is of a batch is not measured again: its batch had it measured', async () => {
    const measureSource = async () => Promise.reject(new SourceError('unreachable', 'no'));
    const [operationId, scope] = [newId('video'), main()];
    const submission = {
      operationId,
      scope,
      deadlineMs: Date.now() + 5_000,
      batchId: 'batch_1',
      check: mainBody,
    };
    const request = videoRequests.prepare.request.parse(submission);
    const answer = await videoHandlers(depsOf(db, bus, { measureSource })).prepare(request, requestContext());
    expect(answer).toMatchObject({ outcome: 'prepared', lines: [{ lineId: operationId, quantity: 13 }] });
    expect(await videoRow(db, operationId)).toMatchObject({ batch_id: 'batch_1' });
  });

  it('of an international site does not measure the file', async () => {
    const measureSource = async () => Promise.reject(new SourceError('unreachable', 'no'));
    expect(await prepare(body, {}, { measureSource })).toMatchObject({ outcome: 'prepared' });
  });

  it('links an approved text of its scope, and no other', async () => {
    const linked = { ...mainBody, textCheckId: 'text_1' };
    const readApprovedText = async (_scope: Scope, id: string) =>
      id === 'text_1' ? 'The approved text.' : null;
    const [id, scope] = [newId('video'), main()];
    expect(await prepare(linked, { id, scope }, { readApprovedText })).toMatchObject({ outcome: 'prepared' });
    expect(await get(scope, id)).toMatchObject({
      record: { linkedTextCheckId: 'text_1', driftStatus: 'pending' },
    });
    const other = await prepare({ ...linked, textCheckId: 'text_2' }, { scope }, { readApprovedText });
    expect(other).toMatchObject({ outcome: 'refused', message: expect.stringContaining('textCheckId') });
    expect(other).toMatchObject({ issues: [{ path: 'textCheckId' }] });
  });

  it('that was refused leaves nothing, and one of unknown outcome fails with its refund', async () => {
    const [first, second] = [await insertVideo(db), await insertVideo(db)];
    const abandon = (operationId: string, reason: 'refused' | 'unknown') =>
      handlers.abandon({ operationId, reason }, requestContext());
    expect(await abandon(first.id, 'refused')).toEqual({ outcome: 'abandoned' });
    expect(await abandon(second.id, 'unknown')).toEqual({ outcome: 'abandoned' });
    expect(await videoRow(db, first.id)).toBeUndefined();
    expect(await subjectsOf(db, second.id)).toEqual(['event.media.video.failed']);
    const taken = await insertVideo(db);
    await takeVideoCheck(db, taken.id, { leaseMs: 30_000, maxAttempts: 4 });
    expect(await abandon(taken.id, 'unknown')).toEqual({ outcome: 'too_late' });
  });
});

describe('a record', () => {
  it('of an international site is explained in the language that is asked for', async () => {
    const { id, scope } = await completed();
    const answer = await get(scope, id, 'en-US');
    if (answer.outcome !== 'found') throw new Error('not found');
    expect(anyVideoCheckRecord.parse(answer.record)).toMatchObject({
      object: 'intl_video_check',
      status: 'completed',
      riskLevel: 'REJECT',
      labels: ['Cure claim'],
      frames: [
        {
          timeSeconds: 0,
          riskLevel: 'REVIEW',
          description: 'Cure claim',
          ocrText: 'cures',
          imageUrl: expect.stringContaining('signature'),
        },
        { timeSeconds: 4, riskLevel: 'PASS', description: '' },
      ],
      audios: [],
      transcript: 'It cures all.',
      transcriptStatus: 'completed',
      transcriptRisks: [
        {
          category: 'Spoken',
          suggestion: 'Remove',
          severity: 'high',
          source: 'rule',
          startSeconds: 1,
        },
        {
          source: 'custom',
          severity: 'low',
          matchedText: 'cheapest',
          replacement: 'good',
          suggestion: 'no',
        },
      ],
      coverage: [
        { detector: 'text', status: 'ran' },
        { detector: 'transcription', status: 'ran' },
      ],
    });
    expect(await get(scope, id)).toMatchObject({ record: { labels: ['治愈宣称'] } });
  });

  it('of the main site shows tiers, counts what it shows, and keeps own words apart', async () => {
    const { id, scope } = await completed({ scope: main() });
    const answer = await get(scope, id);
    if (answer.outcome !== 'found') throw new Error('not found');
    expect(anyMainVideoCheckRecord.parse(answer.record)).toMatchObject({
      summary: { strict: 2, soft: 0, custom: 1, semantic: 0 },
      frames: [
        { tier: 'STRICT', tierLabel: '违规', tierReason: '依据', description: '治愈宣称' },
        { tier: null, tierLabel: null, description: '' },
      ],
      transcriptRisks: [{ tier: 'STRICT', tierLabel: '违规', category: '口播', origin: null }],
      customTranscriptRisks: [{ matchedText: 'cheapest', note: 'no' }],
    });
  });

  it('shows each finding of a frame by itself, with its fix and its law, where they were stored', async () => {
    const code = detectionOf({
      detector: 'codes',
      tier: 'SOFT',
      severity: 'low',
      tierReason: null,
      matchedText: null,
      description: { 'en-US': 'QR code', 'zh-CN': '二维码' },
      suggestion: { 'en-US': 'Take it off.', 'zh-CN': '去掉。' },
      legalRef: { 'en-US': 'A Law, art. 9', 'zh-CN': 'A Law, art. 9' },
    });
    const frames = [
      { timeSeconds: 0, imageKey: 'k', ocrText: '', detections: [detectionOf(), detectionOf(), code] },
      { timeSeconds: 4, imageKey: 'l', ocrText: '', detections: [] },
    ];
    const older = { matchedText: 'cures', severity: 'high', suggestion: null, legalRef: null };
    const newer = { matchedText: null, severity: 'low', legalRef: 'A Law, art. 9' };
    const english = await completed({}, { frames });
    expect(await get(english.scope, english.id, 'en-US')).toMatchObject({
      record: {
        frames: [
          {
            findings: [
              { ...older, description: 'Cure claim', riskLevel: 'REJECT' },
              { ...newer, description: 'QR code', riskLevel: 'PASS', suggestion: 'Take it off.' },
            ],
          },
          { findings: [] },
        ],
      },
    });
    const chinese = await completed({ scope: main() }, { frames });
    const tiers = { tier: 'STRICT', tierLabel: '违规', tierReason: '依据' };
    expect(await get(chinese.scope, chinese.id)).toMatchObject({
      record: {
        frames: [
          {
            ...tiers,
            findings: [
              { ...older, ...tiers, description: '治愈宣称' },
              { ...newer, tier: 'SOFT', tierReason: null, description: '二维码', suggestion: '去掉。' },
            ],
          },
          { tier: null, findings: [] },
        ],
      },
    });
  });

  it('shows captions, and the time of a finding in one; the frames that repeat it keep their verdict', async () => {
    const shown = { startSeconds: 0, endSeconds: 6.5 };
    const captions = [
      { text: 'It cures\nall', riskLevel: 'REJECT', ...shown },
      { text: 'Try it', riskLevel: 'PASS', startSeconds: 7, endSeconds: 9 },
    ] as const;
    const again = detectionOf({ shown, isRepeated: true });
    const frames = [
      { timeSeconds: 0, imageKey: 'k', ocrText: '', detections: [detectionOf({ shown })], captions },
      { timeSeconds: 4, imageKey: 'l', ocrText: '', detections: [again], captions: [] },
      { timeSeconds: 8, imageKey: 'm', ocrText: '', detections: [detectionOf()] },
    ];
    const none = { startSeconds: null, endSeconds: null };
    const english = await completed({}, { frames });
    const answer = await get(english.scope, english.id, 'en-US');
    if (answer.outcome !== 'found') throw new Error('not found');
    expect(anyVideoCheckRecord.parse(answer.record)).toMatchObject({
      captions,
      frames: [
        { riskLevel: 'REJECT', findings: [{ matchedText: 'cures', ...shown }] },
        { riskLevel: 'REJECT', description: 'Cure claim', findings: [] },
        { riskLevel: 'REJECT', findings: [none] },
      ],
      transcript: 'It cures all.',
      transcriptStatus: 'completed',
    });
    const chinese = await completed({ scope: main() }, { frames });
    const mainAnswer = await get(chinese.scope, chinese.id);
    if (mainAnswer.outcome !== 'found') throw new Error('not found');
    expect(anyMainVideoCheckRecord.parse(mainAnswer.record)).toMatchObject({
      captions,
      summary: { strict: 4 },
      frames: [{ findings: [shown] }, { tier: 'STRICT', findings: [] }, { findings: [none] }],
    });
  });

  it('of a time before there were captions has none', async () => {
    const { id, scope } = await completed();
    expect(await get(scope, id)).toMatchObject({ record: { captions: [] } });
  });

  it('renders nothing of the voice before the transcript has ended', async () => {
    const { id, scope } = await completed({}, { isHeard: false });
    expect(await get(scope, id)).toMatchObject({
      record: {
        status: 'completed',
        riskLevel: 'REVIEW',
        transcriptStatus: 'processing',
        transcriptRisks: [],
      },
    });
  });

  it('is found, listed and deleted in its own scope only', async () => {
    const { id, scope } = await completed();
    for (const other of scopesBeside(scope)) {
      expect(await get(other, id)).toEqual({ outcome: 'not_found' });
      expect(await remove(other, id)).toEqual({ outcome: 'not_found' });
    }
    expect(await get(scope, id)).toMatchObject({ outcome: 'found' });
  });
});

describe('after the retention', () => {
  it('a record says that its file is gone, and shows no pictures', async () => {
    const scope = main();
    const key = `${uploadDir(scope)}v.mp4`;
    const { id } = await completed({ scope, url: `${cdnHost}/${key}` });
    expect(await get(scope, id)).toMatchObject({ record: { video: { purged: false } } });
    const at = new Date(Date.now() - 1_000);
    const whose = { account_id: scope.accountId, site_id: scope.siteId, tenant_id: scope.tenantId };
    const upload = { ...whose, key, kind: 'video', remove_at: at, purged_at: at } as const;
    await db.insertInto('uploads').values(upload).execute();
    await db.updateTable('video_checks').set({ frames_until: at }).where('id', '=', id).execute();
    expect(await get(scope, id)).toMatchObject({
      record: { video: { purged: true }, frames: [{ imageUrl: null, ocrText: 'cures' }, { imageUrl: null }] },
    });
  });
});

describe('a record that is older than any upload', () => {
  it('says that its file is purged, also if its row is deleted or another file has its key', async () => {
    const scope = main();
    const key = `${uploadDir(scope)}old.mp4`;
    const { id } = await completed({ scope, url: `${cdnHost}/${key}` });
    const { keptForMs } = depsOf(db, bus).uploads;
    await db
      .updateTable('video_checks')
      .set({ created_at: new Date(Date.now() - keptForMs - 1_000) })
      .where('id', '=', id)
      .execute();
    expect(await get(scope, id)).toMatchObject({ record: { video: { purged: true } } });
  });
});

describe('a failed check', () => {
  const lastError = 'the file lasts 90 s, not 30 s';
  const failure = failureOf('longer_than_declared', lastError);

  it.each(['us', 'main'] as const)('of the site %s says why, alone and in a list', async (siteId) => {
    const { id, scope } = await insertVideo(db, { scope: newScope({ siteId }) });
    const failed = { id, reason: 'longer_than_declared', condition: anyAttempt, lastError };
    await db.transaction().execute((trx) => failOpenVideo(trx, failed));
    expect(await get(scope, id)).toMatchObject({ record: { status: 'failed', failure } });
    expect(await list(scope)).toMatchObject({ items: [{ id, failure }] });
  });
});

describe('a failed check that is replayed', () => {
  it('keeps the pictures that it will leave', async () => {
    const { id } = await insertVideo(db);
    const failure = { id, reason: 'never_taken', condition: anyAttempt };
    await db.transaction().execute((trx) => failOpenVideo(trx, failure));
    expect(await removalsOf(db)).toContain(`frames/${id}/`);
    expect(await handlers.reopen({ id }, requestContext())).toEqual({ outcome: 'reopened' });
    expect(await removalsOf(db)).not.toContain(`frames/${id}/`);
    expect(await videoRow(db, id)).toMatchObject({
      status: 'processing',
      attempt: 0,
      failure_reason: null,
      transcript_status: 'processing',
    });
  });
});

describe('a list', () => {
  const scope = main();
  const ids: string[] = [];
  beforeAll(async () => {
    for (let index = 0; index < 6; index++) {
      const productVertical = index % 2 ? 'duanju' : 'creator';
      const insert = index < 3 ? completed : insertVideo.bind(null, db);
      ids.unshift((await insert({ scope, productVertical })).id);
    }
  });

  it('is newest first, page by page from both ends, with an exact total', async () => {
    for (const size of [1, 2, 4]) {
      const shown: string[] = [];
      for (let page = 1; page <= Math.ceil(6 / size); page++) {
        const { total, items } = await list(scope, {}, page, size);
        expect(total).toBe(6);
        shown.push(...items.map(({ id }) => id));
      }
      expect(shown).toEqual(ids);
    }
  });

  it('can be narrowed to a status, a product line, and both', async () => {
    const idsOf = async (filter: object) => (await list(scope, filter)).items.map(({ id }) => id);
    expect(await idsOf({ status: 'processing' })).toEqual(ids.slice(0, 3));
    expect(await idsOf({ productVertical: 'duanju' })).toEqual(ids.filter((_, index) => index % 2 === 0));
    expect(await idsOf({ status: 'completed', productVertical: 'duanju' })).toEqual([ids[4]]);
    expect(await list(scope, { status: 'failed' })).toEqual({ total: 0, items: [] });
    const { items } = await list(scope, { status: 'completed' });
    expect(items[0]).toMatchObject({
      object: 'video_check',
      labels: ['治愈宣称'],
      transcriptStatus: 'completed',
      riskLevel: 'REJECT',
      video: { url: 'https://shop.example/v.mp4', title: 'A mug', sizeMb: 1, durationSeconds: 10 },
    });
  });
});

describe('deleting', () => {
  it('of a check whose transcript is processing refunds nothing, and removes its pictures and its upload', async () => {
    const scope = newScope();
    const key = `${uploadDir(scope)}v.mp4`;
    const { id } = await completed({ scope, url: `${cdnHost}/${key}` }, { isHeard: false });
    const before = await removalsOf(db);
    expect(await remove(scope, id)).toEqual({ outcome: 'deleted' });
    expect(await get(scope, id)).toEqual({ outcome: 'not_found' });
    expect((await list(scope)).total).toBe(0);
    // Its transcript ends, with an event; nothing is refunded.
    expect(await subjectsOf(db, id)).toEqual(['event.media.video.transcribed', 'event.media.video.deleted']);
    expect(await removalsOf(db)).toEqual([...before, key, `frames/${id}/`, `frames/${id}/`]);
    expect(JSON.stringify(await videoRow(db, id))).not.toMatch(/mug|shop|Cure/);
    // A worker that comes home late writes nothing.
    const late = { riskLevel: 'PASS', labels: [], transcriptStatus: 'completed', driftStatus: null } as const;
    const voice = voiceOf({ risks: [riskOf()] });
    expect(await completeVoice(db, { id, attempt: 1 }, { ...late, voice }, {})).toBe(false);
  });
});
