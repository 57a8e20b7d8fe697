import { batchRequests, testTenantOf } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { firstIdAt } from '@redline/service-kit/ids';
import { createRetention } from '@redline/service-kit/partitions';
import { waitFor } from '@redline/testkit';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { retainedBatches } from '../src/store/erase-expired-batches.ts';
import {
  bodyOf,
  newBatchId,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  quiet,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { type Owners, startOwners, told } from './owners.ts';

const dayMs = 86_400_000;
const start = Date.now();
const { db, nats, bus } = await openOrchestratorBed();

const idDaysAgo = (days: number) =>
  `${firstIdAt('batch', start - days * dayMs).slice(0, 16)}${newBatchId().slice(16)}`;

/** A batch that was submitted so many days ago, with all its items checked. */
async function completed(owners: Owners, days: number, scope = newScope()) {
  const batch = await submitBatch(bus, { id: idDaysAgo(days), scope, body: bodyOf({ videos: [] }) });
  await waitFor(() => batch.checkIds.every((id) => owners.checks.get(id)?.jobs === 1));
  for (const id of batch.checkIds) await owners.end(id, 'completed');
  await waitFor(async () => (await rowOf(batch.id))?.result !== null);
  return batch;
}

const rowOf = (id: string) => db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
const itemsOf = async (id: string) =>
  (await db.selectFrom('batch_items').select('check_id').where('batch_id', '=', id).execute()).length;
const listOf = async (scope: ReturnType<typeof newScope>) => {
  const { total, items } = await call(bus, batchRequests.list, { scope, page: 1, pageSize: 20 });
  return { total, ids: items.map(({ id }) => id) };
};
/** One turn; what it wrote is sent by the relay, which looks once a second. */
const turn = () => createRetention(db, retainedBatches(30), { log: quiet })(new AbortController().signal);

describe('the retention of batches', () => {
  it('erases a batch with its items and their checks, and lowers the total of its list', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const scope = newScope();
    const [old, young] = [await completed(owners, 31, scope), await completed(owners, 29, scope)];
    const before = await told(bus, old.id);

    await turn();
    expect(await call(bus, batchRequests.get, { id: old.id, scope })).toEqual({ outcome: 'not_found' });
    expect(await listOf(scope)).toEqual({ total: 1, ids: [young.id] });
    await waitFor(() => old.checkIds.every((checkId) => !owners.checks.has(checkId)));
    await expect.poll(async () => (await rowOf(old.id))?.removal_due_at).toBeNull();

    await turn();
    expect(await rowOf(old.id)).toBeUndefined();
    expect(await itemsOf(old.id)).toBe(0);
    // Nothing is refunded: all of it was checked.
    expect(await told(bus, old.id)).toEqual(before);
    expect(young.checkIds.every((checkId) => owners.checks.has(checkId))).toBe(true);
    expect(await listOf(scope)).toEqual({ total: 1, ids: [young.id] });
  });

  it('erases a batch of a test key after a day, and no live one', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const [scope, ofLive] = [{ ...newScope(), tenantId: testTenantOf('') }, newScope()];
    const [old, live] = [await completed(owners, 1.1, scope), await completed(owners, 1.1, ofLive)];
    await turn();
    expect(await listOf(scope)).toEqual({ total: 0, ids: [] });
    await waitFor(() => old.checkIds.every((checkId) => !owners.checks.has(checkId)));
    expect(await listOf(ofLive)).toEqual({ total: 1, ids: [live.id] });
  });

  it('leaves a batch that is processing, however old it is, and one whose checks are not deleted yet', async () => {
    const owners = await startOwners(nats.url);
    const orchestrator = await startOrchestrator(db, nats.url);
    const running = await submitBatch(bus, { id: idDaysAgo(400) });
    await waitFor(() => running.checkIds.every((id) => owners.checks.get(id)?.jobs === 1));
    const old = await completed(owners, 399);
    await orchestrator.stop();
    await turn();
    await turn();
    expect((await rowOf(running.id))?.status).toBe('processing');
    expect(await rowOf(old.id)).toMatchObject({ listed: false, removal_due_at: expect.any(Date) });
  });

  it('removes the empty row of a batch that its client has deleted', async () => {
    await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope } = await prepareBatch(bus, { id: idDaysAgo(50) });
    await call(bus, batchRequests.delete, { id, scope }, { requestId: 'req-2' });
    await waitFor(async () => (await rowOf(id))?.removal_due_at === null);
    await turn();
    expect(await rowOf(id)).toBeUndefined();
    expect(await itemsOf(id)).toBe(0);
  });

  it('adds no deletion while a thousand are under way', async () => {
    const owners = await startOwners(nats.url);
    const orchestrator = await startOrchestrator(db, nats.url);
    const old = await completed(owners, 60);
    await orchestrator.stop();
    await sql`insert into batches (id, account_id, site_id, tenant_id, listed, name, platform, vertical, explain_locale, texts,
        images, videos, status, deleted_at, removal_due_at)
      select 'batch_bulk_' || n, 'acct_bulk', 'us', '', false, '', 'p', 'v', 'en-US', 1, 0, 0, 'cancelled', now(), now()
      from generate_series(1, 1000) n`.execute(db);
    await turn();
    expect((await rowOf(old.id))?.listed).toBe(true);
    await sql`delete from batches where account_id = 'acct_bulk'`.execute(db);
    await turn();
    expect((await rowOf(old.id))?.listed).toBe(false);
  });
});
