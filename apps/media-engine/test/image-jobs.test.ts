import { imageEndedBroadcast, imageRequests } from '@redline/contracts';
import { call, listDead, subscribe } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { SourceError } from '../src/clients/fetching/source-error.ts';
import { ImageError } from '../src/clients/images/image-error.ts';
import { checkKinds } from '../src/store/check-kinds.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { takeImageCheck } from '../src/store/image-checks.ts';
import { detectionOf, shortImageJob as job, newId, newScope, publishCheck, reportOf } from './engine.ts';
import { openEngineBed } from './engine-bed.ts';
import { eventsOf, insertImage, rowOf } from './rows.ts';

const bed = await openEngineBed();
const { db, bus, engine, relayed } = bed;
afterEach(bed.services.stopAll);
afterAll(bed.dispose);

async function submit(changes: Parameters<typeof insertImage>[1] = {}) {
  const check = await insertImage(db, changes);
  await publishCheck(bus, job, check.id, check.scope);
  return check;
}

const row = (id: string) => rowOf(db, id);
const jobGone = (id: string) => bed.jobGone(job, id);

describe('the job of an image', () => {
  it('is done once, has one event, and its waiting client is notified', async () => {
    const told: string[] = [];
    const hearing = subscribe(bus, imageEndedBroadcast, ({ id }) => void told.push(id));
    await Promise.all([engine(), engine()]);
    const { id } = await submit();
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      status: 'completed',
      risk_level: 'REJECT',
      attempt: 1,
      width: 640,
      height: 480,
      coverage: [{ detector: 'text', status: 'ran' }],
    });
    expect(await eventsOf(bus, id)).toEqual(['completed']);
    await waitFor(() => told.includes(id));
    await hearing.stop();
  });

  it('stores the findings that were asked for, and gives the verdict on them', async () => {
    await engine({
      checkImage: async () =>
        reportOf([detectionOf(), detectionOf({ types: ['LOGO'], severity: 'low', detector: 'vision' })]),
    });
    const { id } = await submit({ scope: newScope({ siteId: 'main' }), types: ['LOGO'] });
    await jobGone(id);
    const checked = await row(id);
    expect(checked).toMatchObject({ risk_level: 'REVIEW', listed: true });
    expect(checked?.detections?.map(({ detector }) => detector)).toEqual(['vision']);
  });

  it.each([
    [
      'cannot be fetched',
      { openSource: async () => Promise.reject(new SourceError('status', 'it is gone')) },
      'source_status',
      'it is gone',
    ],
    [
      'is no picture',
      { checkImage: async () => Promise.reject(new ImageError('it is no picture')) },
      'no_picture',
      'it is no picture',
    ],
  ])('of a file that %s fails at once, is refunded, and says why', async (_, changes, reason, lastError) => {
    await engine(changes);
    const { id } = await submit();
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      failure_reason: reason,
      last_error: lastError,
      attempt: 1,
      detections: null,
    });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('whose attempts all fail fails in the end, is refunded, and is dead-lettered', async () => {
    await engine({ checkImage: async () => Promise.reject(new TypeError('a detector is broken')) });
    const { id } = await submit();
    await waitFor(async () => (await listDead(bus, { limit: 1, subject: job.subjectOf(id) })).length > 0);
    await relayed(id);
    expect(await row(id)).toMatchObject({
      status: 'failed',
      failure_reason: 'attempts_exhausted',
      attempt: job.maxAttempts,
    });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('of an engine that was lost is taken by another one after the lease', async () => {
    const { id } = await submit();
    expect((await takeImageCheck(db, id, { leaseMs: 1_000, maxAttempts: 3 })).outcome).toBe('taken');
    await engine();
    await jobGone(id);
    expect(await row(id)).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('may last longer than its lease', async () => {
    const ended = Promise.withResolvers<void>();
    let looks = 0;
    const checkImage = async () => {
      looks += 1;
      await ended.promise;
      return reportOf();
    };
    await Promise.all([engine({ checkImage }), engine({ checkImage })]);
    const { id } = await submit();
    await waitFor(async () => ((await row(id))?.lease_until?.getTime() ?? 0) > Date.now());
    const first = (await row(id))?.lease_until?.getTime() ?? 0;
    await waitFor(async () => ((await row(id))?.lease_until?.getTime() ?? 0) > first + 1_500);
    ended.resolve();
    await jobGone(id);
    expect(looks).toBe(1);
    expect(await row(id)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  it('stops when its check is deleted, writes no verdict, and is refunded once', async () => {
    let reason: unknown;
    await engine({
      checkImage: (_, __, signal) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          }),
        ),
    });
    const { id, scope } = await submit();
    await waitFor(async () => (await row(id))?.attempt === 1);
    const remove = () => db.transaction().execute((trx) => deleteCheck(trx, checkKinds.image, { id, scope }));
    const outcomes = await Promise.all([remove(), remove()]);
    expect(outcomes.filter(Boolean)).toMatchObject([{ isCancelled: true }]);
    await jobGone(id);
    await relayed(id);
    expect(reason).toBeDefined();
    expect(await row(id)).toMatchObject({ status: 'cancelled', detections: null, image_url: '', title: '' });
    expect(await eventsOf(bus, id)).toEqual(['cancelled', 'deleted']);
  });

  it('whose client has stopped waiting is failed on request, refunded once, and its worker stops', async () => {
    await engine({
      checkImage: (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const { id } = await submit();
    await waitFor(async () => (await row(id))?.attempt === 1);
    const expire = () => call(bus, imageRequests.expire, { id });
    expect(await expire()).toEqual({ outcome: 'expired' });
    expect(await expire()).toEqual({ outcome: 'ended' });
    expect(await call(bus, imageRequests.expire, { id: newId() })).toEqual({ outcome: 'not_found' });
    await jobGone(id);
    await relayed(id);
    expect(await row(id)).toMatchObject({ status: 'failed', failure_reason: 'expired' });
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });

  it('without a record is refunded', async () => {
    await engine();
    const id = newId();
    await publishCheck(bus, job, id, newScope());
    await jobGone(id);
    await waitFor(async () => (await eventsOf(bus, id)).length > 0);
    expect(await eventsOf(bus, id)).toEqual(['failed']);
  });
});
