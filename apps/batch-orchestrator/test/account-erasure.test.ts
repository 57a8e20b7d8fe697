import { batchRequests, erasureRequests, exportRequests } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { eraseAll, tablesNaming } from '@redline/testkit/service';
import { describe, expect, it } from 'vitest';
import {
  newScope,
  openOrchestratorBed,
  prepareBatch,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { type Owners, startOwners, told } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

const erase = (accountId: string) =>
  eraseAll(() => call(bus, erasureRequests['batch-orchestrator'], { accountId }));

const ended = async (
  owners: Owners,
  batch: { readonly id: string; readonly checkIds: readonly string[] },
) => {
  await waitFor(() => batch.checkIds.every((id) => owners.checks.get(id)?.jobs === 1));
  for (const id of batch.checkIds) await owners.end(id, 'completed');
  await waitFor(async () => {
    const [row] = await db.selectFrom('batches').select('result').where('id', '=', batch.id).execute();
    return row?.result !== null;
  });
};

const withoutMessages = ({ outbox: _, outbox_published: __, ...others }: Record<string, number>) => others;

describe('an erased account', () => {
  it('leaves no row in any table: ended batches go at once, one that runs is cancelled, refunded and goes after its checks', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const [own, kept] = [newScope(), newScope()];
    const tenant = { ...own, tenantId: 'shop-7' };
    const done = await submitBatch(bus, { scope: own });
    await ended(owners, done);
    const other = await submitBatch(bus, { scope: kept });
    await ended(owners, other);
    const running = await submitBatch(bus, { scope: tenant });
    await waitFor(() => running.checkIds.every((id) => owners.checks.get(id)?.jobs === 1));
    const untaken = await prepareBatch(bus, { scope: own });
    const before = await tablesNaming(db, kept.accountId);

    expect((await erase(own.accountId)).removed).toMatchObject({ batches: expect.any(Number) });
    await expect.poll(async () => (await erase(own.accountId)).left, { timeout: 10_000 }).toEqual({});

    expect(withoutMessages(await tablesNaming(db, own.accountId))).toEqual({});
    const items = await db.selectFrom('batch_items').select('batch_id').execute();
    expect(new Set(items.map(({ batch_id }) => batch_id))).toEqual(new Set([other.id]));
    expect(withoutMessages(await tablesNaming(db, kept.accountId))).toEqual(withoutMessages(before));
    expect(running.checkIds.some((id) => owners.checks.has(id))).toBe(false);
    const lines = untaken.reply.outcome === 'prepared' ? untaken.reply.lines : [];
    await expect.poll(async () => (await told(bus, untaken.id)).length).toBe(lines.length);
  });

  it('whose batch is dispatched while it is erased has none again', async () => {
    const offered = Promise.withResolvers<void>();
    const owners = await startOwners(nats.url, { onOffer: () => offered.promise.then(() => undefined) });
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await waitFor(async () => {
      const [row] = await db.selectFrom('batches').select('attempt').where('id', '=', id).execute();
      return row?.attempt === 1;
    });
    await erase(scope.accountId);
    offered.resolve();
    await expect.poll(async () => (await erase(scope.accountId)).left, { timeout: 10_000 }).toEqual({});
    expect(await call(bus, batchRequests.get, { id, scope })).toEqual({ outcome: 'not_found' });
    await expect.poll(() => checkIds.filter((checkId) => owners.checks.has(checkId))).toEqual([]);
  });
});

it('the ids of a scope’s batches are those of its list', async () => {
  await startOwners(nats.url);
  await startOrchestrator(db, nats.url);
  const first = await prepareBatch(bus);
  const second = await prepareBatch(bus, { scope: first.scope });
  const ids = await call(bus, exportRequests.batch, { scope: first.scope, after: null });
  expect(ids).toEqual({ ids: [second.id, first.id], next: null });
});
