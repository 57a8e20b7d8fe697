import { batchRequests, type Scope } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  mainBodyOf,
  newScope,
  openOrchestratorBed,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { type Owners, publish, startOwners, told, verdictOf } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

async function recordOf(id: string, scope: Scope) {
  const reply = await call(bus, batchRequests.get, { scope, id });
  if (reply.outcome !== 'found') throw new Error('there is no such batch');
  return reply.record;
}

const untilBegun = (owners: Owners, checkIds: readonly string[]) =>
  waitFor(() => checkIds.every((checkId) => owners.checks.get(checkId)?.jobs === 1));

const untilEnded = (id: string, scope: Scope, timeoutMs = 10_000) =>
  waitFor(async () => (await recordOf(id, scope)).result !== null, { timeoutMs });

/** Sets the last event of all items of a batch back by so long. */
const silence = (batchId: string, forMs: number) =>
  sql`update batch_items set asked_at = asked_at - ${forMs}::float8 * interval '1 ms' where batch_id = ${batchId}`.execute(
    db,
  );

describe('a batch follows its checks', () => {
  it('whatever comes twice, late or from replicas side by side, and counts each end once', async () => {
    const owners = await startOwners(nats.url);
    await Promise.all([startOrchestrator(db, nats.url), startOrchestrator(db, nats.url)]);
    const { id, scope, checkIds } = await submitBatch(bus, {
      body: bodyOf({ texts: Array.from({ length: 10 }, (_, index) => `Text number ${index} of ten.`) }),
    });
    await untilBegun(owners, checkIds);
    for (const msgID of ['a', 'b', 'c']) {
      for (const checkId of checkIds) {
        const check = owners.checks.get(checkId);
        if (check) await publish(owners.bus, check, checkId, 'completed', verdictOf(), `${msgID}:${checkId}`);
      }
    }
    await untilEnded(id, scope);
    expect(await recordOf(id, scope)).toMatchObject({
      status: 'completed',
      result: 'PASS',
      progress: { total: 12, done: 12, percent: 100 },
      summary: { violation: 12, sceneHint: 0 },
    });
    await waitFor(async () => (await told(bus, id)).length > 0);
    expect(await told(bus, id)).toEqual([`completed ${id}`]);
  });

  it('that ended while no orchestrator was there', async () => {
    const owners = await startOwners(nats.url);
    const first = await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await first.stop();
    for (const checkId of checkIds) await owners.end(checkId, 'completed');
    await startOrchestrator(db, nats.url);
    await untilEnded(id, scope);
  });

  it('and shows one that was cancelled, for somebody deleted it, as failed; its owner pays it back', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, { body: bodyOf({ videos: [] }) });
    await untilBegun(owners, checkIds);
    const [textId = '', imageId = ''] = checkIds;
    await owners.end(textId, 'cancelled');
    await owners.end(imageId, 'completed', verdictOf({ labels: [{ 'en-US': 'Weapon', 'zh-CN': '武器' }] }));
    await untilEnded(id, scope);
    expect(await recordOf(id, scope)).toMatchObject({
      status: 'completed',
      result: 'REJECT',
      items: [
        { status: 'failed', riskLevel: null, failure: { code: 'check_deleted' } },
        { status: 'completed', labels: ['武器'] },
      ],
    });
    await waitFor(async () => (await told(bus, id)).length > 0);
    expect(await told(bus, id)).toEqual([`completed ${id}`]);
  });

  it('of videos until their voices have ended', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, { body: bodyOf({ texts: [], images: [] }) });
    await untilBegun(owners, checkIds);
    const [videoId = ''] = checkIds;
    await owners.end(videoId, 'completed', verdictOf({ transcriptStatus: 'processing' }));
    await waitFor(async () => (await recordOf(id, scope)).items[0]?.status === 'completed');
    expect(await recordOf(id, scope)).toMatchObject({
      status: 'processing',
      result: null,
      progress: { done: 0, percent: 0 },
      items: [{ transcriptStatus: 'processing' }],
    });
    await owners.end(
      videoId,
      'transcribed',
      verdictOf({ riskLevel: 'REJECT', transcriptStatus: 'completed' }),
    );
    await untilEnded(id, scope);
    expect(await recordOf(id, scope)).toMatchObject({
      result: 'REJECT',
      progress: { done: 1, percent: 100 },
      items: [{ riskLevel: 'REJECT', transcriptStatus: 'completed' }],
    });
  });

  it('leaves checks of no batch, and of batches that are not here, alone', async () => {
    const owners = await startOwners(nats.url);
    const { bus: own } = await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, { body: bodyOf({ images: [], videos: [] }) });
    await untilBegun(owners, checkIds);
    const check = { kind: 'text', scope } as const;
    await publish(bus, { ...check, batchId: undefined }, checkIds[0] ?? '', 'failed');
    await publish(bus, { ...check, batchId: 'batch_none' }, checkIds[0] ?? '', 'failed');
    await owners.end(checkIds[0] ?? '', 'completed');
    await untilEnded(id, scope);
    expect(await recordOf(id, scope)).toMatchObject({ status: 'completed' });
    const { num_ack_pending, num_pending } = await own.manager.consumers.info(
      'EVENTS',
      'batch-orchestrator-text-failed',
    );
    expect({ num_ack_pending, num_pending }).toEqual({ num_ack_pending: 0, num_pending: 0 });
  });

  it('looks up items without an event for long', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url, { limits: { askEveryMs: 50, askSilentMs: 60_000 } });
    const { id, scope, checkIds } = await submitBatch(bus);
    const [textId = '', imageId = '', videoId = ''] = checkIds;
    await untilBegun(owners, checkIds);
    owners.endWithoutEvent(textId, 'completed');
    owners.endWithoutEvent(imageId, 'failed');
    await silence(id, 61_000);
    await waitFor(async () => (await recordOf(id, scope)).progress.done === 2);
    expect(await recordOf(id, scope)).toMatchObject({
      items: [
        { status: 'completed', riskLevel: 'low', riskCount: 1 },
        { status: 'failed', failure: { code: 'internal' } },
        { status: 'processing' },
      ],
    });
    owners.checks.delete(videoId);
    await silence(id, 61_000);
    await untilEnded(id, scope);
    expect(await recordOf(id, scope)).toMatchObject({
      result: 'REJECT',
      items: [{}, {}, { status: 'failed', failure: { code: 'check_deleted' } }],
    });
    expect(await told(bus, id)).not.toContain(`item.failed ${videoId}`);
  });

  it('asks in vain after an image of the main site, which is found only when it has ended, for a day', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url, { limits: { askEveryMs: 50, askSilentMs: 60_000 } });
    const scope = newScope({ siteId: 'main' });
    const body = mainBodyOf({ texts: [], videos: [] });
    const { id, checkIds } = await submitBatch(bus, { scope, body });
    await untilBegun(owners, checkIds);
    await silence(id, 61_000);
    await waitFor(() => owners.lookedUp.includes(checkIds[0] ?? ''));
    expect(await recordOf(id, scope)).toMatchObject({ status: 'processing' });
    await sql`update batches set created_at = created_at - interval '25 hours' where id = ${id}`.execute(db);
    await silence(id, 61_000);
    await untilEnded(id, scope);
  });

  it('ten of them at once, forty items each, to the end', async () => {
    const owners = await startOwners(nats.url, {
      onJob: (checkId, kind) =>
        owners.end(checkId, 'completed', verdictOf(kind === 'video' ? { transcriptStatus: 'empty' } : {})),
    });
    await Promise.all([startOrchestrator(db, nats.url), startOrchestrator(db, nats.url)]);
    const many = <T>(length: number, one: (index: number) => T) =>
      Array.from({ length }, (_, index) => one(index));
    const file = (index: number) => ({
      url: `https://shop.example/${index}`,
      name: `File ${index}`,
      size: 1,
    });
    const body = bodyOf({
      texts: many(10, (index) => `Text number ${index} of ten.`),
      images: many(20, file),
      videos: many(10, (index) => ({ ...file(index), duration: 5 })),
    });
    const batches = await Promise.all(many(10, () => submitBatch(bus, { body })));
    for (const { id, scope } of batches) await untilEnded(id, scope, 25_000);
    for (const { id, scope } of batches) {
      expect(await recordOf(id, scope)).toMatchObject({ result: 'PASS', progress: { total: 40, done: 40 } });
    }
    const jobs = [...owners.checks.values()].map((check) => check.jobs);
    expect(jobs).toEqual(many(400, () => 1));
  });
});
