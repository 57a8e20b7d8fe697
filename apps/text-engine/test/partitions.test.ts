import { createId, firstIdAt } from '@redline/service-kit/ids';
import { makeNextPartition } from '@redline/service-kit/partitions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eraseAccount } from '../src/handlers/erase-account.ts';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { listChecks } from '../src/store/list-checks.ts';
import { partitionedChecks } from '../src/store/retained-checks.ts';
import { evaluationOf, newCheckOf, newScope, requestContext, toStore } from './engine.ts';
import { finishOne, insertOne, rowOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

const dayMs = 86_400_000;
const start = Date.now();
const daysAgo = (days: number) => start - days * dayMs;
const idAt = (ms: number) => `${firstIdAt('text', ms).slice(0, 15)}${createId('text').slice(15)}`;

let engine: Awaited<ReturnType<typeof createTestDb>>;
/** The migration was 300 days ago, and a partition was made for every 30 days since. */
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: daysAgo(300) });
  engine = await createTestDb();
  vi.useRealTimers();
  for (let days = 300; days >= 0; days -= 15) {
    await makeNextPartition(engine.db, partitionedChecks, { nowMs: daysAgo(days), spanDays: 30 });
  }
});
afterAll(() => engine.dispose());

/** A check that was inserted so many days ago, with an id that had been made some days before. */
async function aged(scope: ReturnType<typeof newScope>, days: number, lateDays = 0): Promise<string> {
  const { id } = await insertOne(engine.db, { scope });
  const old = idAt(daysAgo(days + lateDays));
  await sql`update text_checks set id = ${old}, created_at = ${new Date(daysAgo(days))}
    where id = ${id}`.execute(engine.db);
  return old;
}

const finish = (id: string) =>
  sql`update text_checks set status = 'failed', failure_reason = 'never_taken' where id = ${id}`.execute(
    engine.db,
  );

const rowsOf = async ({ accountId }: ReturnType<typeof newScope>) => {
  const { rows } = await sql<{ id: string; place: string }>`
    select id, tableoid::regclass::text as place from text_checks where account_id = ${accountId}
    order by id`.execute(engine.db);
  return rows;
};

const partitionsOf = async (scope: ReturnType<typeof newScope>) => {
  const { rows } = await sql<{
    name: string;
  }>`select distinct tableoid::regclass::text as name from text_checks
    where account_id = ${scope.accountId}`.execute(engine.db);
  return rows.map(({ name }) => name);
};

describe('a list over partitions', () => {
  const days = [0, 0.1, 1, 3, 6.9, 7.1, 8, 13, 15, 40, 41, 100, 130, 220, 290, 299];

  it('gives each check once, newest first, from either end, for every size of a page', async () => {
    const scope = newScope();
    const ids: string[] = [];
    for (const age of days) ids.push(await aged(scope, age));
    expect((await partitionsOf(scope)).length).toBeGreaterThan(3);
    for (const limit of [1, 3, 5, 16, 50]) {
      for (let offset = 0; offset <= days.length; offset += limit) {
        const { total, checks } = await listChecks(engine.db, scope, { offset, limit });
        expect(total).toBe(days.length);
        expect(checks.map(({ id }) => id)).toEqual(ids.slice(offset, offset + limit));
      }
    }
  });

  it('has a check whose id is older than those that were created before it, as an item of a batch may be', async () => {
    const scope = newScope();
    const ids = [await aged(scope, 0.5, 6.8), await aged(scope, 2), await aged(scope, 6.5, 6.8)];
    for (const limit of [1, 2, 3]) {
      const { checks } = await listChecks(engine.db, scope, { offset: 0, limit });
      expect(checks.map(({ id }) => id)).toEqual(ids.slice(0, limit));
    }
  });
});

describe('an erased account', () => {
  it('has its checks removed from every partition, listed and deleted ones, and another account keeps its own', async () => {
    const [gone, kept] = [newScope(), newScope()];
    for (const age of [0, 40, 130, 220]) {
      // In turns, so that rows of both lie at the same places of their partitions.
      for (const scope of [gone, kept, kept, gone]) {
        const id = await aged(scope, age);
        await finish(id);
        if (age === 130) await engine.db.transaction().execute((trx) => deleteCheck(trx, { id, scope }));
      }
    }
    const before = await rowsOf(kept);
    const erase = eraseAccount({ db: engine.db, wakeRelay: () => undefined });
    await erase({ accountId: gone.accountId }, requestContext());
    expect((await erase({ accountId: gone.accountId }, requestContext())).left).toEqual({});
    expect(await rowsOf(gone)).toEqual([]);
    expect(await rowsOf(kept)).toEqual(before);
    expect(before).toHaveLength(8);
  });
});

describe('a check whose id was made more than a week ago', () => {
  it('is too late, so that a list finds what is new by its id; one that is there is answered as before', async () => {
    const insertion = (id: string, scope = newScope()) =>
      insertChecks(engine.db, [{ id, scope, deadlineMs: Date.now() + 60_000, ...newCheckOf() }]);
    const id = idAt(daysAgo(8));
    expect(await insertion(id)).toEqual(['too_late']);
    expect(await rowOf(engine.db, id)).toBeUndefined();
    expect(await insertion(idAt(daysAgo(6)))).toEqual(['stored']);
    const scope = newScope();
    expect(await insertion(await aged(scope, 30), scope)).toEqual(['stored']);
  });
});

describe('a check in partitions', () => {
  it('is taken and finished without a look into another partition', async () => {
    const check = await insertOne(engine.db);
    await engine.db.transaction().execute(async (trx) => {
      const scans = async () => {
        const { rows } = await sql<{ table: string; scans: number }>`
          select relname as table, (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int as scans
          from pg_stat_xact_all_tables where relname like 'text\_checks%'`.execute(trx);
        return new Map(rows.map(({ table, scans: number }) => [table, number]));
      };
      const before = await scans();
      await takeOne(trx, check.id, { leaseMs: 30_000, maxAttempts: 4 });
      await takeOne(trx, check.id, { leaseMs: 30_000, maxAttempts: 4 });
      const event = { id: 'event-1', subject: 'event.text.check.completed', payload: {} };
      const verdict = { taken: { id: check.id, attempt: 1 }, evaluation: toStore(evaluationOf('x')), event };
      expect(await finishOne(trx, verdict)).toBe(true);
      const after = await scans();
      const looked = [...after].filter(([table, number]) => number > (before.get(table) ?? 0));
      expect(looked).toHaveLength(1);
    });
  });
});
