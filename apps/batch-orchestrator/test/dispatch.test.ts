import { batchRequests } from '@redline/contracts';
import { call, listDead } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { describe, expect, it } from 'vitest';
import { takeBatch } from '../src/store/dispatch.ts';
import {
  bodyOf,
  newBatchId,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  publishBatch,
  shortBatchJob,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { startOwners, told, verdictOf } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

const recordOf = async (id: string, scope: ReturnType<typeof newScope>) => {
  const reply = await call(bus, batchRequests.get, { scope, id });
  if (reply.outcome !== 'found') throw new Error('there is no such batch');
  return reply.record;
};

describe('a batch is dispatched', () => {
  it('to the owners of its checks, as single submissions are, and each job comes on the lane of batches', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await waitFor(
      () => owners.checks.size === 3 && [...owners.checks.values()].every(({ jobs }) => jobs === 1),
    );
    expect(checkIds.map((checkId) => owners.checks.get(checkId))).toMatchObject([
      {
        kind: 'text',
        batchId: id,
        scope,
        submitted: {
          text: 'Our drops cure arthritis.',
          platform: 'dtc_us',
          vertical: 'beauty',
          explainLocale: 'en-US',
        },
      },
      {
        kind: 'image',
        batchId: id,
        submitted: {
          imageUrl: 'https://shop.example/a.jpg',
          imageTitle: 'A mug',
          imageSize: 1_000,
          vertical: 'beauty',
        },
      },
      {
        kind: 'video',
        batchId: id,
        submitted: {
          videoUrl: 'https://shop.example/v.mp4',
          videoSize: 1,
          videoDuration: 10.2,
          platform: 'dtc_us',
        },
      },
    ]);
    for (const [index, checkId] of checkIds.entries()) {
      await owners.end(
        checkId,
        'completed',
        verdictOf(index === 0 ? { riskLevel: 'high', riskCount: 1 } : {}),
      );
    }
    await waitFor(async () => (await recordOf(id, scope)).result !== null);
    expect(await recordOf(id, scope)).toMatchObject({
      status: 'completed',
      result: 'REJECT',
      progress: { total: 3, done: 3, percent: 100 },
      summary: { violation: 3, sceneHint: 0 },
    });
    await waitFor(async () => (await told(bus, id)).join() === `completed ${id}`);
  });

  it('once, however often its job comes and to however many replicas', async () => {
    const owners = await startOwners(nats.url);
    await Promise.all([startOrchestrator(db, nats.url), startOrchestrator(db, nats.url)]);
    const { id, scope, reply } = await prepareBatch(bus, {
      body: bodyOf({ texts: Array.from({ length: 10 }, (_, index) => `Text number ${index} of ten.`) }),
    });
    for (const copy of ['a', 'b', 'c', 'd']) await publishBatch(bus, id, scope, `${id}:${copy}`);
    const lines = reply.outcome === 'prepared' ? reply.lines.length - 1 : 0;
    await waitFor(() => [...owners.checks.values()].filter(({ jobs }) => jobs > 0).length === lines);
    await waitFor(async () => (await bus.manager.streams.info('JOBS')).state.messages === 0);
    expect([...owners.checks.values()].map(({ jobs }) => jobs)).toEqual(Array(lines).fill(1));
  });

  it('by another replica where one died with half of it, and what was begun is not begun again', async () => {
    const owners = await startOwners(nats.url);
    const { id, scope, reply } = await (async () => {
      const first = await startOrchestrator(db, nats.url);
      const prepared = await prepareBatch(bus);
      await first.stop();
      return prepared;
    })();
    const lines = reply.outcome === 'prepared' ? reply.lines : [];
    // What a process leaves that ended after its first offer: an attempt, a lease, and a record at the owner.
    const taking = await takeBatch(db, id, { leaseMs: 300, maxAttempts: 6 });
    expect(taking.outcome).toBe('taken');
    const [, { lineId: textId = '' } = {}] = lines;
    owners.checks.set(textId, {
      kind: 'text',
      scope,
      batchId: id,
      submitted: {},
      status: 'processing',
      jobs: 0,
    });
    await publishBatch(bus, id, scope);
    await startOrchestrator(db, nats.url);
    await waitFor(
      () => owners.checks.size === 3 && [...owners.checks.values()].every(({ jobs }) => jobs === 1),
    );
    expect(
      await db.selectFrom('batches').select(['attempt', 'handed_out']).where('id', '=', id).execute(),
    ).toEqual([{ attempt: 2, handed_out: true }]);
  });

  it('and what its owner refuses is paid back, while the others go on', async () => {
    const owners = await startOwners(nats.url, {
      onOffer: (_, kind) => (kind === 'image' ? 'imageUrl is no good' : undefined),
      async onJob(checkId) {
        await owners.end(checkId, 'completed');
      },
    });
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await waitFor(async () => (await recordOf(id, scope)).result !== null);
    expect(await recordOf(id, scope)).toMatchObject({
      status: 'completed',
      result: 'REJECT',
      items: [
        { status: 'completed', failure: null },
        {
          status: 'failed',
          riskLevel: null,
          failure: { code: 'item_refused', message: expect.stringMatching(/^imageUrl is no good; /) },
        },
        { status: 'completed', failure: null },
      ],
    });
    await waitFor(async () => (await told(bus, id)).length === 2);
    expect((await told(bus, id)).sort()).toEqual([`completed ${id}`, `item.failed ${checkIds[1]}`]);
  });

  it('when an owner that was away is back; the others did not wait for it', async () => {
    let isAway = true;
    const owners = await startOwners(nats.url, {
      onOffer: (_, kind) => (kind === 'video' && isAway ? 'away' : undefined),
    });
    await startOrchestrator(db, nats.url);
    const { checkIds } = await submitBatch(bus);
    await waitFor(() => checkIds.slice(0, 2).every((checkId) => owners.checks.get(checkId)?.jobs === 1));
    expect(owners.checks.has(checkIds[2] ?? '')).toBe(false);
    isAway = false;
    await waitFor(() => owners.checks.get(checkIds[2] ?? '')?.jobs === 1);
  });

  it('as often as allowed; then waiting items are refunded, its job is dead, and a replay dispatches them at no cost', async () => {
    let isBroken = true;
    const owners = await startOwners(nats.url, {
      onOffer: (_, kind) => (kind === 'video' && isBroken ? 'away' : undefined),
    });
    await startOrchestrator(db, nats.url, { dispatchTimeoutMs: 50 });
    const { id, scope, checkIds } = await submitBatch(bus);
    const [textId = '', imageId = '', videoId = ''] = checkIds;
    await waitFor(async () => (await told(bus, id)).includes(`item.failed ${videoId}`), {
      timeoutMs: 20_000,
    });
    const dead = await waitFor(
      async () => (await listDead(bus, { limit: 10, subject: `job.batch.${id}` }))[0],
    );
    expect(dead.reason).toMatch(/^gave up after 6 attempts/);
    await owners.end(textId, 'completed');
    await owners.end(imageId, 'completed');
    await waitFor(async () => (await recordOf(id, scope)).result === 'REJECT');
    isBroken = false;
    expect(await call(bus, batchRequests.reopen, { id })).toEqual({ outcome: 'reopened' });
    await publishBatch(bus, id, scope, `${id}:replay:1`);
    await waitFor(() => owners.checks.get(videoId)?.jobs === 1);
    await owners.end(videoId, 'completed', verdictOf({ transcriptStatus: null }));
    await waitFor(async () => (await recordOf(id, scope)).result === 'PASS');
    expect(owners.checks.get(textId)?.jobs).toBe(1);
    expect(await call(bus, batchRequests.reopen, { id })).toEqual({ outcome: 'not_failed' });
  });

  it('back to the queue when its orchestrator stops, and by the next one at once', async () => {
    let isAway = true;
    const owners = await startOwners(nats.url, { onOffer: () => (isAway ? 'away' : undefined) });
    const first = await startOrchestrator(db, nats.url, {
      batchJob: { ...shortBatchJob, ackWaitMs: 20_000 },
    });
    const { checkIds } = await submitBatch(bus);
    await waitFor(
      async () =>
        (
          await db
            .selectFrom('batches')
            .select('attempt')
            .where('attempt', '>', 0)
            .where('handed_out', '=', false)
            .execute()
        ).length > 0,
    );
    await first.stop();
    isAway = false;
    await startOrchestrator(db, nats.url, {
      batchJob: { ...shortBatchJob, ackWaitMs: 20_000 },
    });
    await waitFor(() => checkIds.every((checkId) => owners.checks.get(checkId)?.jobs === 1), {
      timeoutMs: 5_000,
    });
  });

  it('never if it has a job and no record: everything that it may have cost is refunded', async () => {
    await startOrchestrator(db, nats.url);
    const [id, scope] = [newBatchId(), newScope()];
    await publishBatch(bus, id, scope);
    await waitFor(async () => (await told(bus, id)).length === 41);
    expect(await told(bus, id)).toContain(`item.failed ${id}`);
  });
});
