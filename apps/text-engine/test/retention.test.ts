import { testTenantOf } from '@redline/contracts';
import { createId, firstIdAt } from '@redline/service-kit/ids';
import { createRetention, listPartitions } from '@redline/service-kit/partitions';
import { outboxOf, subjectsOf } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteCheck } from '../src/store/delete-check.ts';
import { findCheck } from '../src/store/find-check.ts';
import { insertRewrite } from '../src/store/insert-rewrite.ts';
import { listChecks } from '../src/store/list-checks.ts';
import { partitionedChecks, retainedChecks } from '../src/store/retained-checks.ts';
import { evaluationOf, newScope, quiet, toStore } from './engine.ts';
import { newRewriteOf, rewriteRow } from './rewrite-rows.ts';
import { finishOne, insertOne, rowOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

const dayMs = 86_400_000;
const retentionDays = 30;
const start = Date.now();

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());
beforeEach(async () => {
  await sql`delete from text_checks`.execute(engine.db);
});

/** An id as a gateway would have made it so many days ago. */
const idDaysAgo = (days: number) =>
  `${firstIdAt('text', start - days * dayMs).slice(0, 15)}${createId('text').slice(15)}`;

/** A check that was submitted so many days ago; one that is new with an id as old would be too late. */
async function aged(days: number, changes: Parameters<typeof insertOne>[1] = {}) {
  const { id: newId, scope } = await insertOne(engine.db, changes);
  const id = idDaysAgo(days);
  await sql`update text_checks set id = ${id}, created_at = ${new Date(start - days * dayMs)}
    where id = ${newId}`.execute(engine.db);
  return { id, scope };
}

/** A check with its verdict, submitted so many days ago. */
async function completed(
  days: number,
  changes: { scope?: ReturnType<typeof newScope>; batchId?: string } = {},
) {
  const check = await aged(days, changes);
  const taking = await takeOne(engine.db, check.id, { leaseMs: 30_000, maxAttempts: 4 });
  if (taking.outcome !== 'taken') throw new Error(taking.outcome);
  const event = { id: `event-${check.id}`, subject: 'event.text.check.completed', payload: { id: check.id } };
  await finishOne(engine.db, { taken: taking.taken, evaluation: toStore(evaluationOf('Our drops')), event });
  return check;
}

/** One turn, by a clock that stands so many days from now. */
const turn = (days = 0) =>
  createRetention(engine.db, retainedChecks(retentionDays), {
    log: quiet,
    clock: () => start + days * dayMs,
  })(new AbortController().signal);

const listOf = async (scope: ReturnType<typeof newScope>) => {
  const { total, checks } = await listChecks(engine.db, scope, { offset: 0, limit: 50 });
  return { total, ids: checks.map(({ id }) => id) };
};

describe('retention', () => {
  it('erases a check with its rewrites when its days have passed, and tells of it once', async () => {
    const scope = newScope();
    const [old, young] = [await completed(31, { scope, batchId: 'batch_1' }), await completed(29, { scope })];
    const rewrite = newRewriteOf(old);
    expect(await insertRewrite(engine.db, rewrite)).toBe('stored');
    await sql`update rewrites set status = 'completed' where id = ${rewrite.id}`.execute(engine.db);
    await sql`update text_checks set fix_status = 'completed' where id = ${old.id}`.execute(engine.db);
    await turn();
    await turn();
    expect(await rowOf(engine.db, old.id)).toBeUndefined();
    expect(await findCheck(engine.db, scope, old.id)).toBeUndefined();
    expect(await rewriteRow(engine.db, rewrite.id)).toBeUndefined();
    expect(await listOf(scope)).toEqual({ total: 1, ids: [young.id] });
    const [, deleted, ...rest] = await outboxOf(engine.db, old.id);
    expect(rest).toEqual([]);
    expect(deleted).toMatchObject({
      subject: 'event.text.check.deleted',
      payload: { id: old.id, scope, batchId: 'batch_1' },
    });
    expect(await subjectsOf(engine.db, young.id)).toEqual(['event.text.check.completed']);
  });

  it('erases checks of test keys after a day, however long others are kept, and tells of them', async () => {
    const scope = { ...newScope(), tenantId: testTenantOf('shop') };
    const [old, young] = [await completed(1.1, { scope }), await completed(0.9, { scope })];
    const live = await completed(1.1);
    const kept = createRetention(engine.db, retainedChecks(null), { log: quiet, clock: () => start });
    await kept(new AbortController().signal);
    expect(await rowOf(engine.db, old.id)).toBeUndefined();
    expect(await listOf(scope)).toEqual({ total: 1, ids: [young.id] });
    expect(await rowOf(engine.db, live.id)).toBeDefined();
    expect(await subjectsOf(engine.db, old.id)).toContain('event.text.check.deleted');
  });

  it('leaves what is processing, a check or its rewrite, however old it is', async () => {
    const waiting = await aged(400);
    const rewritten = await completed(400);
    await insertRewrite(engine.db, newRewriteOf(rewritten));
    const old = await completed(399);
    await turn();
    expect((await rowOf(engine.db, waiting.id))?.status).toBe('processing');
    expect((await rowOf(engine.db, rewritten.id))?.fix_status).toBe('processing');
    expect(await rowOf(engine.db, old.id)).toBeUndefined();
  });

  it('erases the empty row of a check that its client has deleted, and neither tells nor counts it again', async () => {
    const scope = newScope();
    const [gone, left] = [await completed(40, { scope }), await completed(3, { scope })];
    await engine.db.transaction().execute((trx) => deleteCheck(trx, { id: gone.id, scope }));
    await turn();
    expect(await rowOf(engine.db, gone.id)).toBeUndefined();
    expect(await subjectsOf(engine.db, gone.id)).toEqual([
      'event.text.check.completed',
      'event.text.check.deleted',
    ]);
    expect(await listOf(scope)).toEqual({ total: 1, ids: [left.id] });
  });

  it('keeps totals and deleted events exact while clients delete and several replicas erase', async () => {
    const scope = newScope();
    const old = await Promise.all(Array.from({ length: 60 }, (_, n) => completed(40 + n, { scope })));
    const young = await Promise.all(Array.from({ length: 5 }, () => completed(1, { scope })));
    const deleting = old
      .slice(0, 30)
      .map(({ id }) => engine.db.transaction().execute((trx) => deleteCheck(trx, { id, scope })));
    await Promise.all([...deleting, turn(), turn(), turn()]);
    await turn();
    expect((await listOf(scope)).total).toBe(5);
    expect(new Set((await listOf(scope)).ids)).toEqual(new Set(young.map(({ id }) => id)));
    for (const { id } of old) {
      const subjects = await subjectsOf(engine.db, id);
      expect(subjects.filter((subject) => subject.endsWith('.deleted'))).toHaveLength(1);
    }
  });

  it('that dies half-way leaves records, total and events as they were', async () => {
    const scope = newScope();
    const checks = [await completed(50, { scope }), await completed(51, { scope })];
    await engine.db.transaction().execute(async (trx) => {
      // The last thing that it does is to write events.
      await sql`lock table outbox in access exclusive mode`.execute(trx);
      const running = turn().catch(() => undefined);
      const waiting = () =>
        sql<{ pid: number }>`select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%into outbox%'`.execute(
          engine.db,
        );
      await expect.poll(async () => (await waiting()).rows.length).toBe(1);
      const [{ pid } = { pid: 0 }] = (await waiting()).rows;
      await sql`select pg_terminate_backend(${pid})`.execute(trx);
      await running;
    });
    expect(new Set((await listOf(scope)).ids)).toEqual(new Set(checks.map(({ id }) => id)));
    expect((await listOf(scope)).total).toBe(2);
    for (const { id } of checks) {
      expect(await subjectsOf(engine.db, id)).toEqual(['event.text.check.completed']);
    }
    await turn();
    expect(await listOf(scope)).toEqual({ total: 0, ids: [] });
  });

  it('makes partitions as time passes, and drops each when its last check has gone', async () => {
    const names = async () => (await listPartitions(engine.db, partitionedChecks)).map(({ name }) => name);
    const check = await completed(1);
    for (let days = 0; days <= 120; days += 7) await turn(days);
    expect(await rowOf(engine.db, check.id)).toBeUndefined();
    expect((await names()).length).toBeGreaterThan(2);
    expect(await names()).toContain('text_checks_first');
    await turn(122);
    expect(await names()).not.toContain('text_checks_first');
    expect((await names()).length).toBeLessThan(10);
  });
});
