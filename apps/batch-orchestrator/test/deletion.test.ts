import { setTimeout as sleep } from 'node:timers/promises';
import { batchDeletionJob, batchRequests, imageBatchJob, type Scope } from '@redline/contracts';
import { call, publishJob } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { promptSweep } from '@redline/testkit/service';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { takeBatch } from '../src/store/dispatch.ts';
import {
  bodyOf,
  mainBodyOf,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  publishBatch,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { endsOf, type Owners, startOwners, told } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

const remove = (id: string, scope: Scope) =>
  call(bus, batchRequests.delete, { id, scope }, { requestId: 'req-2' });

const untilBegun = (owners: Owners, checkIds: readonly string[]) =>
  waitFor(() => checkIds.every((checkId) => owners.checks.get(checkId)?.jobs === 1));

const removalOf = async (id: string) =>
  (await db.selectFrom('batches').select('removal_due_at').where('id', '=', id).executeTakeFirst())
    ?.removal_due_at;

describe('asked for statuses', () => {
  it('the orchestrator answers for batches, and for items that no owner holds, not for the others', async () => {
    const owners = await startOwners(nats.url);
    const orchestrator = await startOrchestrator(db, nats.url);
    const begun = await submitBatch(bus);
    await untilBegun(owners, begun.checkIds);
    const { id: prepared, scope, reply } = await prepareBatch(bus);
    const lines = reply.outcome === 'prepared' ? reply.lines.map(({ lineId }) => lineId) : [];
    const checkIds = lines.filter((lineId) => lineId !== prepared);
    await remove(prepared, scope);
    const ids = [begun.id, ...begun.checkIds, prepared, ...checkIds, 'batch_unknown'];
    const { records } = await call(bus, batchRequests.statuses, { ids });
    const statuses = new Map(records.map(({ id, status }) => [id, status]));
    expect(checkIds.length).toBeGreaterThan(0);
    expect(statuses).toEqual(
      new Map<string, string>([
        [begun.id, 'processing'],
        [prepared, 'cancelled'],
        ...checkIds.map((id) => [id, 'failed'] as const),
      ]),
    );
    await orchestrator.stop();
  });
});

describe('a deleted batch', () => {
  it('is gone at once, with all that was submitted and found; its checks are deleted at their owners', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await owners.end(checkIds[0] ?? '', 'completed');
    await waitFor(
      async () =>
        (await db.selectFrom('batches').select('done').where('id', '=', id).execute())[0]?.done === 1,
    );
    expect(await remove(id, scope)).toEqual({ outcome: 'deleted' });
    expect(await call(bus, batchRequests.get, { id, scope })).toEqual({ outcome: 'not_found' });
    expect(await call(bus, batchRequests.list, { scope, page: 1, pageSize: 20 })).toEqual({
      total: 0,
      items: [],
    });
    expect(await remove(id, scope)).toEqual({ outcome: 'not_found' });
    const { rows } = await sql`select from batch_items where batch_id = ${id}
      and (text is not null or url is not null or title is not null or verdict is not null)`.execute(db);
    expect(rows).toEqual([]);
    await waitFor(() => checkIds.every((checkId) => !owners.checks.has(checkId)));
    await waitFor(async () => (await removalOf(id)) === null);
    // What its owners held is paid back by them, or was checked.
    expect(await told(bus, id)).toEqual([]);
  });

  it('of the main site too, whose processing images are not listed', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, {
      scope: newScope({ siteId: 'main' }),
      body: mainBodyOf(),
    });
    await untilBegun(owners, checkIds);
    await remove(id, scope);
    await waitFor(() => checkIds.every((checkId) => !owners.checks.has(checkId)));
  });

  it('before a worker took it is refunded whole, and its job dispatches nothing', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, reply } = await prepareBatch(bus);
    await remove(id, scope);
    await publishBatch(bus, id, scope);
    const lines =
      reply.outcome === 'prepared' ? reply.lines.map(({ lineId }) => `item.failed ${lineId}`) : [];
    await waitFor(async () => (await told(bus, id)).length === lines.length);
    expect((await told(bus, id)).sort()).toEqual([...lines].sort());
    await waitFor(async () => (await bus.manager.streams.info('JOBS')).state.messages === 0);
    expect(owners.checks.size).toBe(0);
  });

  it('while an owner is taking an item pays that back, and takes it back from the owner', async () => {
    const offered = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<undefined>();
    const owners = await startOwners(nats.url, {
      onOffer(_, kind) {
        if (kind !== 'image') return undefined;
        offered.resolve();
        return answer.promise;
      },
    });
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, { body: bodyOf({ videos: [] }) });
    const [textId = '', imageId = ''] = checkIds;
    await Promise.all([offered.promise, untilBegun(owners, [textId])]);
    await remove(id, scope);
    answer.resolve(undefined);
    await waitFor(async () => (await removalOf(id)) === null);
    expect(await told(bus, id)).toEqual([`item.failed ${imageId}`]);
    expect(owners.checks.size).toBe(0);
    expect(
      await bus.manager.streams.getMessage('JOBS', { last_by_subj: imageBatchJob.subjectOf(imageId) }),
    ).toBeNull();
  });

  it('waits for the lease of a worker that died with an offer out, and takes that back', async () => {
    const owners = await startOwners(nats.url);
    const first = await startOrchestrator(db, nats.url);
    const { id, scope, reply } = await prepareBatch(bus);
    await first.stop();
    const checkId = reply.outcome === 'prepared' ? (reply.lines[1]?.lineId ?? '') : '';
    // That worker leaves a lease, and a record at the owner that the orchestrator does not know.
    await takeBatch(db, id, { leaseMs: 500, maxAttempts: 6 });
    owners.checks.set(checkId, {
      kind: 'text',
      scope,
      batchId: id,
      submitted: {},
      status: 'processing',
      jobs: 0,
    });
    await startOrchestrator(db, nats.url);
    const removedAt = Date.now();
    await remove(id, scope);
    await waitFor(async () => (await removalOf(id)) === null);
    expect(owners.checks.size).toBe(0);
    expect(Date.now() - removedAt).toBeGreaterThan(300);
  });

  it('has its checks deleted once the owner that was away is back, however long that takes', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await owners.stop();
    await remove(id, scope);
    await waitFor(async () => {
      const { num_redelivered } = await bus.manager.consumers.info('JOBS', 'batch-orchestrator-deletions');
      return num_redelivered > 0;
    });
    const back = await startOwners(nats.url);
    for (const [checkId, check] of owners.checks) back.checks.set(checkId, check);
    await waitFor(async () => (await removalOf(id)) === null, { timeoutMs: 20_000 });
    expect(back.checks.size).toBe(0);
  });

  it('is looked after when the job of its deletion is lost', async () => {
    const owners = await startOwners(nats.url);
    const first = await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await owners.stop();
    await remove(id, scope);
    await waitFor(async () => (await bus.manager.streams.info('JOBS')).state.messages > 0);
    await first.stop();
    await bus.manager.streams.purge('JOBS', { filter: batchDeletionJob.subjectOf(id) });
    await sql`update batches set removal_due_at = removal_due_at - interval '1 hour' where id = ${id}`.execute(
      db,
    );
    const back = await startOwners(nats.url);
    for (const [checkId, check] of owners.checks) back.checks.set(checkId, check);
    await startOrchestrator(db, nats.url, { limits: { sweep: promptSweep } });
    await waitFor(async () => (await removalOf(id)) === null);
    expect(back.checks.size).toBe(0);
  });

  it('has no second deletion do anything', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await remove(id, scope);
    await waitFor(async () => (await removalOf(id)) === null);
    const payload = { version: 1, id, scope, requestId: 'req-3' } as const;
    await publishJob(bus, batchDeletionJob, id, payload, { msgId: 'again', timeoutMs: 5_000 });
    await waitFor(async () => (await bus.manager.streams.info('JOBS')).state.messages === 0);
    expect(await told(bus, id)).toEqual([]);
  });

  it('at any moment: each item of it is checked or paid back, never both, and no check stays at an owner', async () => {
    let jobs = 0;
    const owners = await startOwners(nats.url, {
      async onJob(checkId) {
        jobs += 1;
        // One in three never ends by itself.
        if (jobs % 3 === 0) return;
        await sleep(Math.random() * 30);
        if (owners.checks.has(checkId)) await owners.end(checkId, 'completed');
      },
    });
    await Promise.all([startOrchestrator(db, nats.url), startOrchestrator(db, nats.url)]);
    const texts = Array.from({ length: 10 }, (_, index) => `Text number ${index} of ten.`);
    const begun = await submitBatch(bus, { body: bodyOf({ texts }) });
    await untilBegun(owners, begun.checkIds);
    await remove(begun.id, begun.scope);
    const others = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const batch = await submitBatch(bus, { body: bodyOf({ texts }) });
        await sleep(Math.random() * 150);
        await remove(batch.id, batch.scope);
        return batch;
      }),
    );
    const batches = [begun, ...others];
    for (const { id } of batches) {
      await waitFor(async () => (await removalOf(id)) === null, { timeoutMs: 20_000, what: `${id} to go` });
    }
    await waitFor(() => owners.checks.size === 0);
    await waitFor(async () => (await db.selectFrom('outbox').select('id').execute()).length === 0);
    const ends = await endsOf(
      bus,
      batches.flatMap(({ checkIds }) => checkIds),
    );
    expect([...ends.values()].filter((one) => one.length !== 1)).toEqual([]);
    // Otherwise it was not tried: of the first one some were checked, some were processing.
    expect([...ends.values()].flat()).toEqual(expect.arrayContaining(['cancelled', 'completed']));
  });
});
