import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWrites } from '../src/store/batched/check-writes.ts';
import type { Verdict } from '../src/store/batched/finish-checks.ts';
import { insertChecks, type NewCheck } from '../src/store/batched/insert-checks.ts';
import { takeChecks } from '../src/store/batched/take-checks.ts';
import { deleteCheck } from '../src/store/delete-check.ts';
import { evaluationOf, newCheckOf, newId, newScope, toStore } from './engine.ts';
import { finishOne, insertOne, rowOf, statusOf, takeOne } from './rows.ts';
import { createTestDb } from './servers.ts';

let engine: Awaited<ReturnType<typeof createTestDb>>;
beforeAll(async () => {
  engine = await createTestDb();
});
afterAll(() => engine.dispose());

const limits = { leaseMs: 30_000, maxAttempts: 4 };
const inTime = () => Date.now() + 60_000;

const newCheck = (changes: Partial<NewCheck> = {}): NewCheck => ({
  id: newId(),
  scope: newScope(),
  deadlineMs: inTime(),
  ...newCheckOf(),
  ...changes,
});

const insertMany = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => insertOne(engine.db)))).map(({ id }) => id);

const verdictOf = (id: string, attempt: number): Verdict => ({
  taken: { id, attempt },
  evaluation: toStore(evaluationOf('Our drops cure arthritis.')),
  event: { id: randomUUID(), subject: 'event.text.check.completed', payload: { id } },
});

const eventsOf = async (ids: readonly string[]) => {
  const rows = await engine.db.selectFrom('outbox').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
};

describe('checks inserted together', () => {
  it('are each judged by their own deadline, and a known one is stored whatever its deadline', async () => {
    const known = newCheck();
    await insertChecks(engine.db, [known]);
    const [early, late] = [newCheck(), newCheck({ deadlineMs: Date.now() - 1 })];
    const again = { ...known, deadlineMs: Date.now() - 1 };
    expect(await insertChecks(engine.db, [late, early, again])).toEqual(['too_late', 'stored', 'stored']);
    expect(await rowOf(engine.db, late.id)).toBeUndefined();
  });

  it('count each for its own scope, a repeat once', async () => {
    const [one, other] = [newScope(), newScope()];
    const repeated = newCheck({ scope: other });
    await insertChecks(engine.db, [
      newCheck({ scope: one }),
      newCheck({ scope: one }),
      repeated,
      { ...repeated, text: 'Another text that is not stored.' },
    ]);
    expect(await totalOf(one.accountId)).toBe(2);
    expect(await totalOf(other.accountId)).toBe(1);
    expect((await rowOf(engine.db, repeated.id))?.text).toBe(repeated.text);
  });

  it('by two replicas in opposite orders do not lock each other out', async () => {
    const checks = Array.from({ length: 30 }, () => newCheck());
    const both = [insertChecks(engine.db, checks), insertChecks(engine.db, checks.toReversed())];
    expect((await Promise.all(both)).flat()).toEqual(new Array(60).fill('stored'));
  });

  it('leave out the one that Postgres refuses, and no other', async () => {
    const writes = checkWrites(engine.db, limits);
    const checks = [newCheck(), newCheck({ text: 'no NUL \0 can be stored' }), newCheck()];
    const ends = await Promise.allSettled(checks.map(writes.insert));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('jobs taken together', () => {
  it('have each an outcome of its own, and one that came twice is taken once', async () => {
    const [free, leased, deleted, unknown] = [newId(), newId(), newId(), newId()];
    for (const id of [free, leased]) await insertOne(engine.db, { id });
    await takeOne(engine.db, leased, limits);
    const { scope } = await insertOne(engine.db, { id: deleted });
    await engine.db.transaction().execute((trx) => deleteCheck(trx, { id: deleted, scope }));
    const takings = await takeChecks(engine.db, [unknown, free, leased, deleted, free], limits);
    expect(takings.map(({ outcome }) => outcome)).toEqual([
      ...['no_record', 'taken', 'leased', 'nothing_to_do', 'leased'],
    ]);
    expect((await rowOf(engine.db, free))?.attempt).toBe(1);
  });

  it('by two workers at the same moment are taken by one of them each', async () => {
    const ids = await insertMany(20);
    const both = [takeChecks(engine.db, ids, limits), takeChecks(engine.db, ids, limits)];
    const takings = (await Promise.all(both)).flat();
    expect(takings.filter(({ outcome }) => outcome === 'taken')).toHaveLength(20);
    expect(takings.filter(({ outcome }) => outcome === 'leased')).toHaveLength(20);
  });
});

describe('verdicts written together', () => {
  it('are those of the last attempt; what was overtaken, cancelled or finished tells nothing', async () => {
    const [good, overtaken, finished] = (await insertMany(3)) as [string, string, string];
    const cancelled = await insertOne(engine.db);
    await takeChecks(engine.db, [good, finished, cancelled.id], limits);
    await takeOne(engine.db, overtaken, { ...limits, leaseMs: 0 });
    await takeOne(engine.db, overtaken, limits);
    await finishOne(engine.db, verdictOf(finished, 1));
    await engine.db.transaction().execute((trx) => deleteCheck(trx, cancelled));
    const verdicts = [overtaken, good, finished, cancelled.id].map((id) => verdictOf(id, 1));
    const writes = checkWrites(engine.db, limits);
    expect(await Promise.all(verdicts.map(writes.finish))).toEqual([false, true, false, false]);
    expect(await eventsOf(verdicts.map(({ event }) => event.id))).toEqual([verdicts[1]?.event.id]);
    expect(await statusOf(engine.db, overtaken)).toBe('processing');
  });

  it('of two attempts at one check are told once', async () => {
    const { id } = await insertOne(engine.db);
    await takeOne(engine.db, id, { ...limits, leaseMs: 0 });
    await takeOne(engine.db, id, limits);
    const verdicts = [verdictOf(id, 1), verdictOf(id, 2)];
    const writes = checkWrites(engine.db, limits);
    expect(await Promise.all(verdicts.map(writes.finish))).toEqual([false, true]);
    expect(await eventsOf(verdicts.map(({ event }) => event.id))).toEqual([verdicts[1]?.event.id]);
  });
});

async function totalOf(accountId: string): Promise<number> {
  const { total } = await engine.db
    .selectFrom('text_check_counts')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(total);
}
