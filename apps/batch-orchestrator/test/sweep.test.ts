import { waitFor } from '@redline/testkit';
import { promptSweep } from '@redline/testkit/service';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { takeBatch } from '../src/store/dispatch.ts';
import { openOrchestratorBed, prepareBatch, publishBatch, startOrchestrator } from './orchestrator.ts';
import { startOwners, told } from './owners.ts';

const { db, nats, bus } = await openOrchestratorBed();

/** Makes a batch look as if it had last changed, and its lease ended, an hour ago. */
const age = (id: string) =>
  sql`update batches set updated_at = updated_at - interval '1 hour',
    lease_until = lease_until - interval '1 hour' where id = ${id}`.execute(db);

describe('the sweeper', () => {
  it('gives back what was never taken or whose worker was lost, and leaves what still has a job', async () => {
    await startOwners(nats.url, { onOffer: () => 'away' });
    const first = await startOrchestrator(db, nats.url);
    const [never, lost, queued] = [await prepareBatch(bus), await prepareBatch(bus), await prepareBatch(bus)];
    await first.stop();
    await takeBatch(db, lost.id, { leaseMs: 1, maxAttempts: 6 });
    await publishBatch(bus, queued.id, queued.scope);
    for (const { id } of [never, lost, queued]) await age(id);
    await startOrchestrator(db, nats.url, { limits: { sweep: promptSweep } });
    for (const { id, reply } of [never, lost]) {
      const lines =
        reply.outcome === 'prepared' ? reply.lines.map(({ lineId }) => `item.failed ${lineId}`) : [];
      await waitFor(async () => (await told(bus, id)).length === lines.length + 1);
      expect((await told(bus, id)).sort()).toEqual([...lines, `completed ${id}`].sort());
    }
    const rows = await db.selectFrom('batches').select(['id', 'status', 'failure_reason']).execute();
    expect(new Map(rows.map((row) => [row.id, row.failure_reason]))).toEqual(
      new Map([
        [never.id, 'never_taken'],
        [lost.id, 'lease_ended'],
        [queued.id, null],
      ]),
    );
  });
});
