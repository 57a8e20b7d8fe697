import { batchRequests, type Scope } from '@redline/contracts';
import { call } from '@redline/service-kit/bus';
import { waitFor } from '@redline/testkit';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  mainBodyOf,
  newScope,
  openOrchestratorBed,
  prepareBatch,
  startOrchestrator,
  submitBatch,
} from './orchestrator.ts';
import { type Owners, publish, startOwners, verdictOf } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

const itemsOf = (batchId: string) =>
  db.selectFrom('batch_items').selectAll().where('batch_id', '=', batchId).orderBy('position').execute();

async function recordOf(id: string, scope: Scope) {
  const reply = await call(bus, batchRequests.get, { scope, id });
  if (reply.outcome !== 'found') throw new Error('there is no such batch');
  return reply.record;
}

/** Tells whether all events of deleted texts are acknowledged. */
async function isHandled(): Promise<boolean> {
  const consumer = await bus.manager.consumers.info('EVENTS', 'batch-orchestrator-text-deleted');
  return consumer.num_pending === 0 && consumer.num_ack_pending === 0;
}

const untilBegun = (owners: Owners, checkIds: readonly string[]) =>
  waitFor(() => checkIds.every((checkId) => owners.checks.get(checkId)?.jobs === 1));
const isErased = async (batchId: string) =>
  (await itemsOf(batchId)).every(({ text, url, title }) => text === null && url === null && title === null);

describe('a batch whose checks are deleted one by one', () => {
  it.each([
    ['us', bodyOf()],
    ['main', mainBodyOf()],
  ] as const)('loses what was submitted as them, and keeps its result (site %s)', async (siteId, body) => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus, { scope: newScope({ siteId }), body });
    await untilBegun(owners, checkIds);
    const verdict = verdictOf({ labels: [{ 'en-US': 'It says “cures all”', 'zh-CN': '“包治百病”' }] });
    for (const checkId of checkIds) await owners.end(checkId, 'completed', verdict);
    await waitFor(async () => (await recordOf(id, scope)).result !== null);
    const before = await recordOf(id, scope);
    expect(JSON.stringify(before)).toContain('包治百病');
    expect(await isErased(id)).toBe(false);
    for (const checkId of checkIds) await owners.end(checkId, 'deleted');
    await waitFor(() => isErased(id));
    const after = await recordOf(id, scope);
    expect([after.result, after.summary, after.progress]).toEqual([
      before.result,
      before.summary,
      before.progress,
    ]);
    const shown = JSON.stringify(after);
    expect(shown).not.toMatch(/cures all|包治百病/);
    expect(JSON.stringify(await itemsOf(id))).not.toMatch(/cures all|包治百病/);
    for (const submitted of [...body.texts, ...body.images, ...body.videos]) {
      const content = typeof submitted === 'string' ? submitted : Object.values(submitted)[0];
      expect(shown).not.toContain(content);
    }
  });

  it('keeps what another scope says it has deleted', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    const stranger = { kind: 'text', scope: newScope(), batchId: id } as const;
    for (const checkId of checkIds) await publish(bus, stranger, checkId, 'deleted');
    await waitFor(isHandled);
    expect((await itemsOf(id)).every(({ text, url }) => text !== null || url !== null)).toBe(true);
  });

  it('erases the verdict too that comes after the event of the deletion', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    const imageId = checkIds.find((checkId) => checkId.startsWith('image')) ?? expect.unreachable();
    await owners.end(imageId, 'deleted');
    await owners.end(imageId, 'completed', verdictOf({ labels: [{ 'zh-CN': '“包治百病”' }] }));
    const itemOf = async () => (await itemsOf(id)).find(({ check_id }) => check_id === imageId);
    await waitFor(async () => (await itemOf())?.url === null);
    expect(await itemOf()).toMatchObject({ status: 'completed', verdict: { riskLevel: 'PASS' } });
    expect((await itemOf())?.verdict).not.toHaveProperty('labels');
  });

  it('does not wait for items of a deleted batch', async () => {
    const owners = await startOwners(nats.url);
    await startOrchestrator(db, nats.url);
    const { id, scope, checkIds } = await submitBatch(bus);
    await untilBegun(owners, checkIds);
    await call(bus, batchRequests.delete, { id, scope }, { requestId: 'req-1' });
    const check = { kind: 'text', scope, batchId: id } as const;
    await publish(bus, check, checkIds[0] ?? '', 'deleted');
    await waitFor(isHandled);
  });

  it('erases an item only once it has ended', async () => {
    await startOrchestrator(db, nats.url);
    const { id, scope } = await prepareBatch(bus);
    const [item] = await itemsOf(id);
    if (!item) throw new Error('the batch has no items');
    const check = { kind: 'text', scope, batchId: id } as const;
    await publish(bus, check, item.check_id, 'deleted');
    await waitFor(async () => {
      const { num_redelivered } = await bus.manager.consumers.info(
        'EVENTS',
        'batch-orchestrator-text-deleted',
      );
      return num_redelivered > 0;
    });
    expect((await itemsOf(id))[0]?.text).not.toBeNull();
    await publish(bus, check, item.check_id, 'cancelled');
    await waitFor(async () => (await itemsOf(id))[0]?.text === null);
    expect((await itemsOf(id))[0]?.status).toBe('failed');
  });
});
