import { batchLane, imageJob, videoEvents, videoJob } from '@redline/contracts';
import { listDead, replayDead } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { waitFor } from '@redline/testkit';
import { outboxOf, promptSweep } from '@redline/testkit/service';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { deletedEvents } from '../migrations/0012-deleted-events.ts';
import { imageHandlers } from '../src/handlers/image-requests.ts';
import { videoHandlers } from '../src/handlers/video-requests.ts';
import type { CheckImage } from '../src/image/check-image.ts';
import type { CheckVideo } from '../src/video/check-video.ts';
import {
  depsOf,
  detectionOf,
  newId,
  newScope,
  publishCheck,
  reportOf,
  requestContext,
  visualOf,
  voiceOf,
} from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { age, eventsOf, insertImage, insertVideo, payloadsOf, rowOf, videoRow } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, jobGone, relayed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

const images = batchLane(imageJob);
const videos = batchLane(videoJob);
const main = () => newScope({ siteId: 'main' });

async function submitImage(changes: Parameters<typeof insertImage>[1] = {}) {
  const batchId = createId('batch');
  const check = await insertImage(db, { batchId, ...changes });
  await publishCheck(bus, images, check.id, check.scope);
  return { ...check, batchId };
}

async function submitVideo(changes: Parameters<typeof insertVideo>[1] = {}) {
  const batchId = createId('batch');
  const check = await insertVideo(db, { batchId, ...changes });
  await publishCheck(bus, videos, check.id, check.scope);
  return { ...check, batchId };
}

const labels = [{ 'en-US': 'Cure claim', 'zh-CN': '治愈宣称' }];

describe('an image of a batch', () => {
  const body = { imageUrl: 'https://shop.example/a.jpg', imageTitle: 'A mug', imageSize: 5 };

  it('has its batch id from its submission on, and an event with its verdict', async () => {
    const [id, scope, batchId] = [newId(), newScope(), createId('batch')];
    const handlers = imageHandlers(depsOf(db, bus));
    const submission = { operationId: id, scope, deadlineMs: Date.now() + 5_000, batchId };
    await handlers.prepare({ ...submission, check: { ...body, explainLocale: 'en-US' } }, requestContext());
    await publishCheck(bus, images, id, scope);
    await engine();
    await jobGone(images, id);
    await relayed(id);
    const verdict = { riskLevel: 'REJECT', summary: { violation: 1, sceneHint: 0 }, labels };
    expect(await payloadsOf(bus, id)).toMatchObject([{ id, batchId, verdict }]);
  });

  it('of the main site is counted by tiers', async () => {
    const found = [detectionOf(), detectionOf({ tier: 'SOFT', description: { 'zh-CN': '其他' } })];
    const checkImage: CheckImage = async () => reportOf(found);
    await engine({ ofBatches: { ...depsOf(db, bus).ofBatches, checkImage } });
    const { id } = await submitImage({ scope: main() });
    await jobGone(images, id);
    await relayed(id);
    expect(await payloadsOf(bus, id)).toMatchObject([
      { verdict: { summary: { strict: 1, soft: 1, custom: 0, semantic: 0 } } },
    ]);
  });

  it('does not delay an image that a client waits for, however many there are', async () => {
    const hold = Promise.withResolvers<never>();
    const ofBatches = { ...depsOf(db, bus).ofBatches, checkImage: () => hold.promise };
    await engine({ ofBatches, limits: { imageConcurrency: 1 } });
    for (let count = 0; count < 20; count++) await submitImage();
    const single = await insertImage(db);
    await publishCheck(bus, imageJob, single.id, single.scope);
    await jobGone(imageJob, single.id);
    expect(await rowOf(db, single.id)).toMatchObject({ status: 'completed' });
    await relayed(single.id);
    // Nobody follows a single check by its events.
    expect(Object.keys((await payloadsOf(bus, single.id))[0] ?? {})).not.toContain('verdict');
    hold.reject(new Error('the test is over'));
  });

  it('is failed by the sweeper once there is no job on its own lane, with an event for its batch', async () => {
    const { id, scope, batchId } = { ...(await insertImage(db, { batchId: 'batch_1' })), batchId: 'batch_1' };
    // A job on the other lane is not this check's.
    await publishCheck(bus, imageJob, `${id}x`, scope);
    const { id: queued } = await submitImage();
    for (const one of [id, queued]) await age(db, one, { byMs: 3_600_000 });
    const hold = Promise.withResolvers<never>();
    const ofBatches = { ...depsOf(db, bus).ofBatches, checkImage: () => hold.promise };
    await engine({ limits: { sweep: promptSweep }, ofBatches });
    await waitFor(async () => (await eventsOf(bus, id)).length > 0);
    expect(await payloadsOf(bus, id)).toMatchObject([{ batchId, reason: 'never_taken' }]);
    expect(await rowOf(db, queued)).toMatchObject({ status: 'processing' });
    hold.reject(new Error('the test is over'));
  });

  it('of the main site can be deleted before it is listed, with a cancelled and a deleted event', async () => {
    const { id, scope } = await insertImage(db, { scope: main(), batchId: 'batch_1' });
    const handlers = imageHandlers(depsOf(db, bus));
    expect(await handlers.get({ scope, id }, requestContext())).toEqual({ outcome: 'not_found' });
    expect(await handlers.delete({ scope, id }, requestContext())).toEqual({ outcome: 'deleted' });
    expect(await handlers.delete({ scope, id }, requestContext())).toEqual({ outcome: 'not_found' });
    expect(await outboxOf(db, id)).toMatchObject([
      { subject: 'event.media.image.cancelled', payload: { batchId: 'batch_1' } },
      { subject: 'event.media.image.deleted', payload: { batchId: 'batch_1' } },
    ]);
  });

  it('whose attempts fail is dead-lettered, and completes when an operator replays it on its lane', async () => {
    let isBroken = true;
    const checkImage: CheckImage = async () => {
      if (isBroken) throw new TypeError('a detector is broken');
      return reportOf();
    };
    const quick = { ...imageJob, backoffMs: [10, 20] };
    await engine({ imageJob: quick, ofBatches: { ...depsOf(db, bus).ofBatches, checkImage } });
    const { id } = await submitImage();
    const deadOf = () => listDead(bus, { limit: 1, subject: images.subjectOf(id) });
    await waitFor(async () => (await deadOf()).length > 0);
    isBroken = false;
    const handlers = imageHandlers(depsOf(db, bus));
    expect(await handlers.reopen({ id }, requestContext())).toEqual({ outcome: 'reopened' });
    expect(await replayDead(bus, (await deadOf())[0]?.sequence ?? 0)).toBe(true);
    await waitFor(async () => (await rowOf(db, id))?.status === 'completed');
    await relayed(id);
    expect(await eventsOf(bus, id)).toEqual(['failed', 'completed']);
  });
});

describe('a video of a batch', () => {
  it('has its verdict in the event of its frames, and again in that of its voice', async () => {
    await engine();
    const { id, batchId } = await submitVideo({ scope: main() });
    await jobGone(videos, id);
    await relayed(id);
    const [seen, heard] = await payloadsOf(bus, id);
    expect(seen).toMatchObject({
      batchId,
      verdict: {
        riskLevel: 'REVIEW',
        transcriptStatus: 'processing',
        labels,
        summary: { strict: 1, soft: 0, custom: 0, semantic: 0 },
      },
    });
    expect(heard).toMatchObject({
      batchId,
      verdict: {
        riskLevel: 'REJECT',
        transcriptStatus: 'completed',
        summary: { strict: 2, soft: 0, custom: 0, semantic: 0 },
        labels: [...labels, { 'zh-CN': '口播', 'en-US': 'Spoken' }],
      },
    });
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed']);
  });

  it.each(['failed', 'empty', null] as const)('has an event when its voice ends %s', async (status) => {
    const heard = voiceOf({ status, text: null, risks: [] });
    const checkVideo = () => ({ visual: Promise.resolve(visualOf()), voice: Promise.resolve(heard) });
    await engine({ ofBatches: { ...depsOf(db, bus).ofBatches, checkVideo } });
    const { id } = await submitVideo();
    await jobGone(videos, id);
    await relayed(id);
    expect((await payloadsOf(bus, id))[1]).toMatchObject({
      verdict: { riskLevel: 'REVIEW', transcriptStatus: status, summary: { violation: 1, sceneHint: 0 } },
    });
  });

  it('that is deleted while its voice is checked ends with the verdict on its frames', async () => {
    const checkVideo: CheckVideo = (_path, _ask, _stages, signal) => ({
      visual: Promise.resolve(visualOf()),
      voice: new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await engine({ ofBatches: { ...depsOf(db, bus).ofBatches, checkVideo } });
    const { id, scope, batchId } = await submitVideo();
    await waitFor(async () => (await videoRow(db, id))?.status === 'completed');
    const handlers = videoHandlers(depsOf(db, bus));
    expect(await handlers.delete({ scope, id }, requestContext())).toEqual({ outcome: 'deleted' });
    await relayed(id);
    expect(await eventsOf(bus, id)).toEqual(['completed', 'transcribed', 'deleted']);
    const verdict = { riskLevel: 'REVIEW', transcriptStatus: 'failed', summary: { violation: 1 } };
    expect((await payloadsOf(bus, id))[1]).toMatchObject({ batchId, verdict });
    await jobGone(videos, id);
  });

  it('that fails or is cancelled has an event for its batch', async () => {
    const { id, scope, batchId } = { ...(await insertVideo(db, { batchId: 'batch_1' })), batchId: 'batch_1' };
    const handlers = videoHandlers(depsOf(db, bus));
    await handlers.delete({ scope, id }, requestContext());
    const other = await insertVideo(db, { batchId });
    await handlers.abandon({ operationId: other.id, reason: 'unknown' }, requestContext());
    expect(await outboxOf(db, id)).toMatchObject([{ payload: { batchId } }, { payload: { batchId } }]);
    expect(await outboxOf(db, other.id)).toMatchObject([{ payload: { batchId, reason: 'abandoned' } }]);
  });

  it('that was deleted by an older version has its deleted event from the migration', async () => {
    const { id, scope } = await insertVideo(db, { batchId: 'batch_1' });
    const there = await insertVideo(db, { batchId: 'batch_1' });
    await videoHandlers(depsOf(db, bus)).delete({ scope, id }, requestContext());
    await db.deleteFrom('outbox').execute();
    await deletedEvents.up(db);
    const [event, ...more] = await outboxOf(db, id);
    expect([event?.subject, more]).toEqual([videoEvents.deleted.subject, []]);
    expect(videoEvents.deleted.payload.parse(event?.payload)).toMatchObject({
      id,
      scope,
      batchId: 'batch_1',
    });
    expect(await outboxOf(db, there.id)).toEqual([]);
  });
});
