import { ageRecord } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { abandonRecord } from '../src/records/abandon.ts';
import { giveUp } from '../src/records/give-up.ts';
import {
  attemptIs,
  type Records,
  type Reopening,
  statusesHandler,
  type TakeLimits,
  type Taking,
} from '../src/records/index.ts';
import { extendLease, releaseLease } from '../src/records/lease-row.ts';
import type { Attempt } from '../src/records/take.ts';

/** Records of one kind in a database of their own, as their owner has them. */
export interface RecordsUnderTest<DB, N> {
  readonly records: Records<DB, N>;
  /** Inserts a record as its submission does; returns its id. */
  readonly insert: () => Promise<string>;
  readonly take: (id: string, limits: TakeLimits) => Promise<Taking<Attempt>>;
  readonly reopen: (id: string) => Promise<Reopening>;
  /** Finishes a record as an attempt does; false when it is somebody else's. Left out where no attempt finishes one. */
  readonly finish?: (taken: Attempt) => Promise<boolean>;
  /** The fields of a job's payload about a record, besides its id. */
  readonly named: N;
  readonly dispose: () => Promise<void>;
}

const limits = { leaseMs: 60_000, maxAttempts: 3 };

/** Registers the tests that every kind of records must pass, whatever its table, events and hooks (records/README.md). */
export function describeRecordLife<DB, N>(what: string, open: () => Promise<RecordsUnderTest<DB, N>>): void {
  describe(`the life of ${what}`, () => {
    let life: RecordsUnderTest<DB, N>;
    beforeAll(async () => {
      life = await open();
    });
    afterAll(() => life.dispose());

    const take = (id: string, changes: Partial<typeof limits> = {}) =>
      life.take(id, { ...limits, ...changes });
    const fail = (id: string, attempt: number) =>
      life.records.fail({ id, reason: 'broken', condition: attemptIs(attempt) });
    const abandon = (id: string, reason: 'refused' | 'unknown') =>
      abandonRecord(life.records, { id, reason, requestId: 'req_1' });

    async function rowOf(id: string) {
      const { db, kind } = life.records;
      const { rows } = await sql<{ status: string; attempt: number; reason: string | null }>`
        select status, attempt, failure_reason as reason from ${sql.table(kind.table)} where id = ${id}`.execute(
        db,
      );
      return rows[0];
    }
    /** Counts the failed events of a record: its refunds. */
    async function refundsOf(id: string): Promise<number> {
      const { rows } = await sql`select from outbox
        where payload->>'id' = ${id} and payload->>'reason' is not null`.execute(life.records.db);
      return rows.length;
    }
    /** Inserts a record whose first attempt was overtaken by a second one. */
    async function overtaken(): Promise<string> {
      const id = await life.insert();
      await take(id);
      await ageRecord(life.records.db, { table: life.records.kind.table, id, byMs: 120_000 });
      expect(await take(id)).toMatchObject({ outcome: 'taken', taken: { attempt: 2 } });
      return id;
    }

    it('tells its status, and nothing of an id that it does not know', async () => {
      const [running, failed] = [await life.insert(), await life.insert()];
      await life.records.fail({ id: failed, reason: 'broken', condition: attemptIs(0) });
      const read = statusesHandler(life.records.db, life.records.kind);
      const { records } = await read({ ids: [running, failed, 'no-such-id'] });
      expect(new Map(records.map(({ id, status }) => [id, status]))).toEqual(
        new Map([
          [running, 'processing'],
          [failed, 'failed'],
        ]),
      );
    });

    it('gives it to one of two workers', async () => {
      const id = await life.insert();
      const both = await Promise.all([take(id), take(id)]);
      expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['leased', 'taken']);
      expect(await take('no-such-id')).toEqual({ outcome: 'no_record' });
    });

    it('lets an attempt that was overtaken neither write, extend nor fail', async () => {
      const id = await overtaken();
      const { db, kind } = life.records;
      expect(await life.finish?.({ id, attempt: 1 })).not.toBe(true);
      expect(await extendLease(db, kind, { id, attempt: 1 }, limits)).toBe(false);
      await releaseLease(db, kind, { id, attempt: 1 }, { lastError: 'late' });
      expect(await take(id)).toMatchObject({ outcome: 'leased' });
      expect(await fail(id, 1)).toBe(false);
      expect(await refundsOf(id)).toBe(0);
      if (life.finish) expect(await life.finish({ id, attempt: 2 })).toBe(true);
    });

    it('finishes it or refunds it, once, and never both', async () => {
      for (let round = 0; round < 5; round++) {
        const id = await life.insert();
        await take(id);
        const [finished, ...failed] = await Promise.all([
          life.finish?.({ id, attempt: 1 }) ?? false,
          fail(id, 1),
          fail(id, 1),
        ]);
        expect([finished, ...failed].filter(Boolean)).toHaveLength(1);
        expect(await refundsOf(id)).toBe(finished ? 0 : 1);
      }
    });

    it('leaves nothing of one that was refused, and refunds one whose charge is unknown, once', async () => {
      const [refused, unknown] = [await life.insert(), await life.insert()];
      for (let round = 0; round < 2; round++) {
        expect(await abandon(refused, 'refused')).toBe('abandoned');
        expect(await abandon(unknown, 'unknown')).toBe('abandoned');
      }
      expect(await rowOf(refused)).toBeUndefined();
      expect([await refundsOf(refused), await refundsOf(unknown)]).toEqual([0, 1]);
      expect(await rowOf(unknown)).toMatchObject({ status: 'failed', reason: 'abandoned' });
      expect(await life.reopen(unknown)).toBe('not_failed');
    });

    it('does not abandon one that a worker has begun', async () => {
      const id = await life.insert();
      await take(id);
      for (const reason of ['refused', 'unknown'] as const)
        expect(await abandon(id, reason)).toBe('too_late');
      expect(await refundsOf(id)).toBe(0);
    });

    it('makes the job of one that was given up dead, until it is reopened with all its attempts', async () => {
      const id = await overtaken();
      const last = { id, attempt: 2, lastError: 'Error: no paper' };
      expect(await giveUp(life.records.fail, last, 'req_1')).toBe(true);
      expect(await refundsOf(id)).toBe(1);
      expect(await take(id)).toMatchObject({ outcome: 'dead', attempt: 2 });
      expect(await life.reopen(id)).toBe('reopened');
      expect(await rowOf(id)).toEqual({ status: 'processing', attempt: 0, reason: null });
      expect(await giveUp(life.records.fail, last, 'req_1')).toBe(false);
      expect(await take(id)).toMatchObject({ outcome: 'taken', taken: { attempt: 1 } });
      expect(await life.reopen(id)).toBe('not_failed');
      expect(await life.reopen('no-such-id')).toBe('not_found');
    });

    it('refunds a job whose record was refused elsewhere, under the same message id each time', async () => {
      const id = await life.insert();
      await abandon(id, 'refused');
      await life.records.onMissingRecord({ ...life.named, id }, 'req_1');
      const { rows } = await sql<{ id: string }>`
        select id from outbox where payload->>'id' = ${id}`.execute(life.records.db);
      expect(rows).toEqual([{ id: `no-record:${id}` }]);
    });
  });
}
