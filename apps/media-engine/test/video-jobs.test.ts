import { testTenantOf } from '@redline/contracts';
import { hasMessage, listDead } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { promptSweep } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SourceError } from '../src/clients/fetching/source-error.ts';
import { VideoError, VideosNotConfiguredError } from '../src/clients/ffmpeg/video-error.ts';
import { videoHandlers } from '../src/handlers/video-requests.ts';
import { takeVideoCheck } from '../src/store/video-attempts.ts';
import type { CheckVideo } from '../src/video/check-video.ts';
import {
  depsOf,
  detectionOf,
  shortVideoJob as job,
  newId,
  newScope,
  publishCheck,
  requestContext,
  riskOf,
  startEngine,
  visualOf,
  voiceOf,
} from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { age, eventsOf, insertVideo, removalsOf, videoRow } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, relayed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

async function submit(changes: Parameters<typeof insertVideo>[1] = {}) {
  const check = await insertVideo(db, changes);
  await publishCheck(bus, job, check.id, check.scope);
  return check;
}

const row = (id: string) => videoRow(db, id);
const status = async (id: string) => (await row(id))?.status;
const main = () => newScope({ siteId: 'main' });
const jobGone = (id: string) => bed.jobGone(job, id);
const stagesOf = async (id: string) =>
  (await sql`select name from video_stages where check_id = ${id}`.execute(db)).rows;
/** A promise that never settles until the signal ends it. */
const never = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
const watching =
  (
    visual: Partial<Parameters<typeof visualOf>[0]> = {},
    voice: Parameters<typeof voiceOf>[0] = {},
  ): CheckVideo =>
  () => ({ visual: Promise.resolve(visualOf(visual)), voice: Promise.resolve(voiceOf(voice)) });

describe('the job of a video', () => {
  it('is done once by two engines, and what is seen and said makes one verdict', async () => {
    await Promise.all([engine(), engine()]);
    const { id } = await submit();
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      status: 'completed',
      risk_level: 'REJECT',
      attempt: 1,
      transcript_status: 'completed',
      actual_seconds: 10.4,
      width: 1_280,
      height: 720,
      drift_status: null,
      labels: [
        { 'en-US': 'Cure claim', 'zh-CN': '治愈宣称' },
        { 'en-US': 'Spoken', 'zh-CN': '口播' },
      ],
    });
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed']);
  });

  it('renders the frames while the voice is still transcribed', async () => {
    const heard = Promise.withResolvers<ReturnType<typeof voiceOf>>();
    await engine({ checkVideo: () => ({ visual: Promise.resolve(visualOf()), voice: heard.promise }) });
    const linked = { textCheckId: 'text_1', script: 'An approved text.' };
    const { id } = await submit({ scope: main(), linked });
    await waitFor(async () => (await status(id)) === 'completed');
    expect(await row(id)).toMatchObject({
      risk_level: 'REVIEW',
      transcript_status: 'processing',
      drift_status: 'processing',
      voice: null,
    });
    expect(await hasMessage(bus, 'JOBS', job.subjectOf(id))).toBe(true);
    heard.resolve(voiceOf({ drift: 'completed', risks: [riskOf({ origin: 'drift' })] }));
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      risk_level: 'REJECT',
      transcript_status: 'completed',
      drift_status: 'completed',
      // The copy of the approved text goes with its use.
      script: null,
    });
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed']);
  });

  it.each(['empty', 'failed', null] as const)('keeps a voice that is %s', async (state) => {
    await engine({ checkVideo: watching({}, { status: state, text: null, risks: [] }) });
    const { id } = await submit({ scope: main(), linked: { textCheckId: 'text_1', script: 'x' } });
    await jobGone(id);
    expect(await row(id)).toMatchObject({
      transcript_status: state,
      drift_status: 'skipped',
      risk_level: 'REVIEW',
    });
  });

  it('keeps of what was seen what was asked for', async () => {
    const frames = [
      {
        timeSeconds: 1,
        imageKey: 'k',
        ocrText: '',
        detections: [detectionOf(), detectionOf({ types: ['LOGO'] })],
      },
    ];
    await engine({ checkVideo: watching({ frames }, { risks: [] }) });
    const { id } = await submit({ scope: main(), frameTypes: ['LOGO', 'PERSON'] });
    await jobGone(id);
    expect((await row(id))?.frames?.[0]?.detections.map(({ types }) => types)).toEqual([['LOGO']]);
  });

  it('tells how long the file is, for the main site, where a longer one is charged', async () => {
    await engine({ checkVideo: watching({ durationSeconds: 30 }) });
    const { id } = await submit({ scope: main() });
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({ status: 'completed', actual_seconds: 30 });
    const published = await bus.manager.streams.getMessage('EVENTS', {
      last_by_subj: 'event.media.video.completed',
    });
    expect(published?.json()).toMatchObject({ id, declaredSeconds: 10, actualSeconds: 30 });
  });

  it.each([
    [
      'lasts longer than declared, on an international site',
      {},
      { checkVideo: watching({ durationSeconds: 30 }) },
      'longer_than_declared',
    ],
    [
      'does not name its length and is longer than a test key checks',
      { scope: { ...main(), tenantId: testTenantOf('') } },
      { checkVideo: watching({ durationSeconds: 12 }) },
      'too_long_for_tests',
    ],
    ['has another size than declared, on the main site', { scope: main(), sizeMb: 3 }, {}, 'size_mismatch'],
    [
      'cannot be fetched',
      {},
      { openSource: async () => Promise.reject(new SourceError('unreachable', 'no')) },
      'source_unreachable',
    ],
    [
      'cannot be decoded',
      {},
      {
        checkVideo: () => ({
          visual: Promise.reject(new VideoError('no')),
          voice: Promise.reject(new VideoError('no')),
        }),
      },
      'no_video',
    ],
  ] as const)(
    'of a file that %s fails, is refunded in full, and leaves no pictures',
    async (_, check, changes, reason) => {
      await engine(changes);
      const { id } = await submit(check);
      await jobGone(id);
      await relayed(id);
      expect(await row(id)).toMatchObject({
        status: 'failed',
        failure_reason: reason,
        frames: null,
        attempt: 1,
        // Who polls stops when both are ended.
        transcript_status: 'failed',
        drift_status: null,
      });
      expect(await eventsOf(bus, id)).toEqual(['failed']);
      expect(await removalsOf(db)).toContain(`frames/${id}/`);
    },
  );

  it('that fails compares no voiceover any more', async () => {
    await engine({ openSource: async () => Promise.reject(new SourceError('unreachable', 'no')) });
    const { id } = await submit({ scope: main(), linked: { textCheckId: 'text_1', script: 'x' } });
    await jobGone(id);
    expect(await row(id)).toMatchObject({
      transcript_status: 'failed',
      drift_status: 'failed',
      // For a replay of its job.
      script: 'x',
    });
  });

  it('says of every detector that it is not configured, where nothing here decodes videos', async () => {
    const missing = () => Promise.reject(new VideosNotConfiguredError());
    await engine({ checkVideo: () => ({ visual: missing(), voice: missing() }) });
    const { id } = await submit();
    await jobGone(id);
    await relayed(id);
    const failed = await row(id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'not_configured' });
    expect(new Set(failed?.visual_coverage?.map(({ status }) => status))).toEqual(
      new Set(['not_configured']),
    );
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('that is taken over goes on where the first engine ended', async () => {
    const { id } = await submit();
    await takeVideoCheck(db, id, { leaseMs: 1_000, maxAttempts: 4 });
    await sql`insert into video_stages values (${id}, 'visual', ${JSON.stringify({ done: 1 })}::json)`.execute(
      db,
    );
    const seen: unknown[] = [];
    const kept = Promise.withResolvers<void>();
    await engine({
      checkVideo: (_path, _request, stages) => {
        seen.push(stages.get('visual'), stages.get('voice'));
        kept.resolve(stages.put('voice', { heard: [1] }).then(() => void seen.push(stages.get('voice'))));
        return {
          visual: kept.promise.then(() => visualOf()),
          voice: kept.promise.then(() => voiceOf()),
        };
      },
    });
    await jobGone(id);
    expect(await row(id)).toMatchObject({ status: 'completed', attempt: 2, transcript_status: 'completed' });
    expect(seen).toEqual([{ done: 1 }, undefined, { heard: [1] }]);
    expect(await stagesOf(id)).toEqual([]);
  });

  it('whose engine died during transcription is transcribed by another one, with one event', async () => {
    const doomed = await startEngine(db, bed.nats.url, {
      checkVideo: (_path, _ask, _stages, signal) => ({
        visual: Promise.resolve(visualOf()),
        voice: never(signal),
      }),
      limits: { videoConcurrency: 1 },
    });
    const { id } = await submit();
    await waitFor(async () => (await status(id)) === 'completed');
    await doomed.bus.connection.close();
    // Its connection is gone; what it still holds in the database ends with its lease.
    await sql`update video_checks set attempt = attempt + 1, lease_until = now() where id = ${id}`.execute(
      db,
    );
    await engine();
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({ transcript_status: 'completed', risk_level: 'REJECT', attempt: 3 });
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed']);
    await doomed.stop().catch(() => undefined);
  });

  it('that breaks off each time fails in the end, is refunded, and is kept as dead', async () => {
    const broken = () => Promise.reject(new TypeError('a detector is broken'));
    await engine({ checkVideo: () => ({ visual: broken(), voice: broken() }) });
    const { id } = await submit();
    await waitFor(async () => (await listDead(bus, { limit: 1, subject: job.subjectOf(id) })).length > 0);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'attempts_exhausted',
      attempt: 4,
    });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('whose voice breaks off each time stays completed, with a transcript that failed and no refund', async () => {
    const broken = () => Promise.reject(new TypeError('the rules do not answer'));
    await engine({ checkVideo: () => ({ visual: Promise.resolve(visualOf()), voice: broken() }) });
    const { id } = await submit();
    await waitFor(async () => (await row(id))?.transcript_status === 'failed');
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({ status: 'completed', risk_level: 'REVIEW', failure_reason: null });
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed']);
  });

  it('stops when its check is deleted, gives its credits back once, and has all pictures removed', async () => {
    let reason: unknown;
    await engine({
      checkVideo: (_path, _ask, _stages, signal) => {
        const both = never(signal).catch((error) => {
          reason = error;
          throw error;
        });
        return { visual: both, voice: both };
      },
    });
    const { id, scope } = await submit();
    await waitFor(async () => (await row(id))?.attempt === 1);
    const handlers = videoHandlers(depsOf(db, bus));
    const remove = () => handlers.delete({ scope, id }, requestContext());
    const outcomes = (await Promise.all([remove(), remove()])).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['deleted', 'not_found']);
    await jobGone(id);
    await relayed(id);
    expect(reason).toBeDefined();
    expect(await row(id)).toMatchObject({ status: 'cancelled', video_url: '', frames: null });
    expect(await eventsOf(bus, id)).toEqual(['cancelled', 'deleted']);
    // Once immediately, which an engine may have done by now, and once when no worker can be writing any more.
    expect(await removalsOf(db)).toContain(`frames/${id}/`);
  });

  it('without a record gives its charge back', async () => {
    await engine();
    const id = newId('video');
    await publishCheck(bus, job, id, newScope());
    await jobGone(id);
    await waitFor(async () => (await eventsOf(bus, id)).length > 0);
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });
});

describe('an engine sweeps', () => {
  it('videos that no worker will finish: one without frames fails, one with frames stands without its transcript', async () => {
    const [unseen, seen] = [await insertVideo(db), await insertVideo(db)];
    for (const { id } of [unseen, seen]) await takeVideoCheck(db, id, { leaseMs: 1_000, maxAttempts: 4 });
    await sql`update video_checks set status = 'completed', risk_level = 'PASS', frames = '[]', visual_coverage = '[]',
      labels = '[]' where id = ${seen.id}`.execute(db);
    for (const { id } of [unseen, seen]) await age(db, id, { byMs: 3_600_000, table: 'video_checks' });
    await engine({ limits: { sweep: promptSweep } });
    await waitFor(async () => (await row(seen.id))?.transcript_status === 'failed');
    await waitFor(async () => (await status(unseen.id)) === 'failed');
    expect(await row(seen.id)).toMatchObject({ status: 'completed', failure_reason: null });
    await waitFor(async () => (await eventsOf(bus, unseen.id)).length > 0);
    expect(await eventsOf(bus, unseen.id)).toEqual(['failed']);
    await waitFor(async () => (await eventsOf(bus, seen.id)).length > 0);
    expect(await eventsOf(bus, seen.id)).toEqual(['transcribed']);
  });
});
