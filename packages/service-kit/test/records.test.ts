import { outboxOf, subjectsOf } from '@redline/testkit/service';
import { type Kysely, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutboxTables } from '../src/outbox/index.ts';
import { abandonRecord } from '../src/records/abandon.ts';
import { giveUp } from '../src/records/give-up.ts';
import {
  anyAttempt,
  attemptIs,
  failRecord,
  finishRecord,
  lockFenced,
  recordsIn,
  reopenRecord,
  takeRecord,
  writeFenced,
} from '../src/records/index.ts';
import { extendLease, handBackLease, releaseLease } from '../src/records/lease-row.ts';
import { gate } from './fixtures.ts';
import { type Db, insertParcel, parcelDatabase, parcelRow, parcels, shipmentState } from './parcels.ts';

let database: Awaited<ReturnType<typeof parcelDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await parcelDatabase();
  db = database.db;
});
afterAll(() => database.dispose());

const limits = { leaseMs: 60_000, maxAttempts: 3 };
const label = sql<{ label: string | null }>`label`;
const take = (id: string, changes: Partial<typeof limits> = {}) =>
  takeRecord(db, parcels, id, { ...limits, ...changes }, label);
const inTransaction = <T>(run: (trx: Transaction<OutboxTables>) => Promise<T>): Promise<T> =>
  db.transaction().execute(run);
const fail = (id: string, condition = anyAttempt, lastError: string | null = null) =>
  inTransaction((trx) => failRecord(trx, parcels, { id, reason: 'broken', condition, lastError }));
const finish = (id: string, attempt: number) =>
  inTransaction((trx) =>
    finishRecord(trx, parcels, { id, attempt }, { set: sql`label = 'done'`, returning: label }),
  );
const records = () => recordsIn(db, parcels, { wakeRelay: () => undefined });
const abandon = (id: string, reason: 'refused' | 'unknown') =>
  abandonRecord(records(), { id, reason, requestId: 'req_1' });

describe('a take', () => {
  it('gives a record to one of two workers and tells the other how long to wait', async () => {
    const id = await insertParcel(db);
    const both = await Promise.all([take(id), take(id)]);
    const [taken, leased] = both.sort((a, b) => (a.outcome < b.outcome ? 1 : -1));
    expect(taken).toEqual({ outcome: 'taken', taken: { id, attempt: 1, handedBack: 0, label: 'blue' } });
    expect(leased).toEqual({ outcome: 'leased', freeInMs: expect.closeTo(limits.leaseMs, -4) });
  });

  it('counts attempts as they begin and gives no more than are allowed', async () => {
    const id = await insertParcel(db);
    for (const attempt of [1, 2, 3]) {
      expect(await take(id, { leaseMs: 0 })).toMatchObject({ outcome: 'taken', taken: { attempt } });
    }
    expect(await take(id, { leaseMs: 0 })).toEqual({ outcome: 'exhausted', attempt: 3, lastError: null });
  });

  it('does not call a record exhausted whose last attempt still runs', async () => {
    const id = await insertParcel(db);
    await take(id, { maxAttempts: 1 });
    expect(await take(id, { maxAttempts: 1 })).toMatchObject({ outcome: 'leased' });
  });

  it('finds nothing to do in a record that has ended, and no record where there is none', async () => {
    const id = await insertParcel(db);
    await take(id);
    await finish(id, 1);
    expect(await take(id)).toEqual({ outcome: 'nothing_to_do' });
    expect(await take('parcel-nowhere')).toEqual({ outcome: 'no_record' });
  });
});

describe('an attempt', () => {
  it('that was overtaken writes nothing, extends nothing and gives nothing back', async () => {
    const id = await insertParcel(db);
    await take(id, { leaseMs: 0 });
    await take(id);
    const overtaken = { id, attempt: 1 };
    expect(await finish(id, 1)).toBeUndefined();
    expect(await writeFenced(db, parcels, overtaken, { set: sql`label = 'late'` })).toBeUndefined();
    expect(await inTransaction((trx) => lockFenced(trx, parcels, overtaken))).toBe(false);
    expect(await extendLease(db, parcels, overtaken, limits)).toBe(false);
    await releaseLease(db, parcels, overtaken, { lastError: 'late' });
    expect(await take(id)).toMatchObject({ outcome: 'leased' });
    expect(await parcelRow(db, id)).toMatchObject({ status: 'processing', label: 'blue', last_error: null });
    expect(await finish(id, 2)).toMatchObject({ label: 'done' });
  });

  it.each(['cancelled', 'failed'])('writes nothing to a record that was %s meanwhile', async (status) => {
    const id = await insertParcel(db);
    await take(id);
    if (status === 'failed') await fail(id);
    else await sql`update parcels set status = 'cancelled' where id = ${id}`.execute(db);
    expect(await finish(id, 1)).toBeUndefined();
    expect(await extendLease(db, parcels, { id, attempt: 1 }, limits)).toBe(false);
    expect(await parcelRow(db, id)).toMatchObject({ status });
  });

  it('finishes a record once and leaves no lease and no error', async () => {
    const id = await insertParcel(db);
    await take(id);
    await releaseLease(db, parcels, { id, attempt: 1 }, { lastError: 'a first try' });
    await take(id);
    const both = await Promise.all([finish(id, 2), finish(id, 2)]);
    expect(both.filter((finished) => finished !== undefined)).toHaveLength(1);
    expect(await parcelRow(db, id)).toMatchObject({
      status: 'completed',
      label: 'done',
      lease_until: null,
      last_error: null,
    });
  });

  it('that gives its lease back is followed by the next at once and stays counted', async () => {
    const id = await insertParcel(db);
    await take(id);
    await releaseLease(db, parcels, { id, attempt: 1 }, { lastError: 'Error: no paper' });
    expect(await parcelRow(db, id)).toMatchObject({ attempt: 1, last_error: 'Error: no paper' });
    expect((await parcelRow(db, id))?.lease_until).not.toBeNull();
    expect(await take(id)).toMatchObject({ outcome: 'taken', taken: { attempt: 2 } });
  });
});

describe('a failure', () => {
  it('writes status, failed event and what other rows show in one transaction, or none of it', async () => {
    const id = await insertParcel(db);
    await take(id);
    const failure = { id, reason: 'broken', condition: anyAttempt, requestId: 'req_7' };
    const undone = inTransaction(async (trx) => {
      await failRecord(trx, parcels, failure);
      throw new Error('the commit is lost');
    });
    await expect(undone).rejects.toThrow('the commit is lost');
    expect(await parcelRow(db, id)).toMatchObject({ status: 'processing', state: 'open', label: 'blue' });
    expect(await subjectsOf(db, id)).toEqual([]);

    expect(await inTransaction((trx) => failRecord(trx, parcels, failure))).toBe(true);
    expect(await parcelRow(db, id)).toMatchObject({
      status: 'failed',
      failure_reason: 'broken',
      lease_until: null,
      label: null,
      state: 'failed',
    });
    const [watched, failed] = await outboxOf(db, id);
    expect(watched?.subject).toBe('event.parcel.watched');
    expect(failed).toMatchObject({
      subject: 'event.parcel.failed',
      payload: { id, sender: 'ann', reason: 'broken', occurredAt: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
  });

  it('is written once, however many write it at the same time', async () => {
    const id = await insertParcel(db);
    const all = await Promise.all([fail(id), fail(id), fail(id)]);
    expect(all.filter(Boolean)).toHaveLength(1);
    expect(await subjectsOf(db, id)).toEqual(['event.parcel.watched', 'event.parcel.failed']);
  });

  it('and a finish exclude each other', async () => {
    for (let round = 0; round < 20; round++) {
      const id = await insertParcel(db);
      await take(id);
      const [hasFailed, finished] = await Promise.all([fail(id), finish(id, 1)]);
      expect(hasFailed).toBe(finished === undefined);
      expect(await subjectsOf(db, id)).toHaveLength(hasFailed ? 2 : 0);
    }
  });

  it('is not written where its condition does not hold, and keeps the last error where it brings none', async () => {
    const id = await insertParcel(db);
    await take(id);
    await releaseLease(db, parcels, { id, attempt: 1 }, { lastError: 'Error: no paper' });
    expect(await fail(id, attemptIs(2))).toBe(false);
    expect(await fail(id, attemptIs(1))).toBe(true);
    expect(await parcelRow(db, id)).toMatchObject({ last_error: 'Error: no paper' });
  });
});

describe('giving up', () => {
  it('keeps why, and makes a job that comes once more a dead one', async () => {
    const id = await insertParcel(db);
    await take(id);
    const last = { id, attempt: 1, lastError: 'Error: no paper' };
    expect(await giveUp(records().fail, last, 'req_1')).toBe(true);
    expect(await take(id)).toEqual({ outcome: 'dead', attempt: 1, lastError: 'Error: no paper' });
  });

  it('changes nothing at a record that was reopened since', async () => {
    const id = await insertParcel(db);
    await take(id);
    await fail(id);
    await reopenRecord(db, parcels, id);
    expect(await giveUp(records().fail, { id, attempt: 1, lastError: null }, 'req_1')).toBe(false);
    expect(await parcelRow(db, id)).toMatchObject({ status: 'processing' });
  });
});

describe('abandoning', () => {
  it('a refused submission leaves nothing, and no event', async () => {
    const id = await insertParcel(db);
    expect(await abandon(id, 'refused')).toBe('abandoned');
    expect(await parcelRow(db, id)).toBeUndefined();
    expect(await shipmentState(db, id)).toBe('empty');
    expect(await subjectsOf(db, id)).toEqual([]);
    expect(await abandon(id, 'refused')).toBe('abandoned');
  });

  it('one whose outcome is unknown fails it with one refund, however often it is asked', async () => {
    const id = await insertParcel(db);
    expect(await abandon(id, 'unknown')).toBe('abandoned');
    expect(await abandon(id, 'unknown')).toBe('abandoned');
    expect(await parcelRow(db, id)).toMatchObject({ status: 'failed', failure_reason: 'abandoned' });
    expect(await subjectsOf(db, id)).toEqual(['event.parcel.watched', 'event.parcel.failed']);
  });

  it.each(['refused', 'unknown'] as const)('as %s and taking exclude each other', async (reason) => {
    for (let round = 0; round < 20; round++) {
      const id = await insertParcel(db);
      const [outcome, taking] = await Promise.all([abandon(id, reason), take(id)]);
      expect(taking.outcome === 'taken').toBe(outcome === 'too_late');
      if (outcome === 'too_late') expect(await subjectsOf(db, id)).toEqual([]);
    }
  });
});

describe('reopening', () => {
  it('puts a failed record back with all its attempts, and no attempt of before can write to it', async () => {
    const id = await insertParcel(db);
    await take(id);
    await handBackLease(db, parcels, { id, attempt: 1 });
    await fail(id, anyAttempt, 'Error: no paper');
    expect(await reopenRecord(db, parcels, id)).toBe('reopened');
    expect(await parcelRow(db, id)).toEqual({
      status: 'processing',
      attempt: 0,
      handed_back: 0,
      label: 'again',
      lease_until: null,
      failure_reason: null,
      last_error: null,
      state: 'open',
    });
    expect(await finish(id, 1)).toBeUndefined();
    expect(await take(id)).toMatchObject({ outcome: 'taken', taken: { attempt: 1 } });
    expect(await reopenRecord(db, parcels, id)).toBe('not_failed');
  });

  it('is refused to an abandoned record: its client was told that there is none', async () => {
    const id = await insertParcel(db);
    await abandon(id, 'unknown');
    expect(await reopenRecord(db, parcels, id)).toBe('not_failed');
  });

  it("goes by the kind's own conditions", async () => {
    const blocked = await insertParcel(db, { sender: 'blocked' });
    const hidden = await insertParcel(db);
    await fail(blocked);
    await fail(hidden);
    await sql`update parcels set hidden = true where id = ${hidden}`.execute(db);
    expect(await reopenRecord(db, parcels, blocked)).toBe('not_failed');
    expect(await reopenRecord(db, parcels, hidden)).toBe('not_found');
    expect(await reopenRecord(db, parcels, 'parcel-nowhere')).toBe('not_found');
  });
});

describe('a record that another row shows', () => {
  it.each([
    ['fail', (id: string) => fail(id)],
    ['abandon', (id: string) => abandon(id, 'refused')],
    ['reopen', (id: string) => reopenRecord(db, parcels, id)],
  ] as const)('is not locked before that row to %s', async (_, change) => {
    const id = await insertParcel(db);
    const hold = gate();
    const locked = gate();
    const holder = inTransaction(async (trx) => {
      await sql`select from shipments where id = ${`of-${id}`} for update`.execute(trx);
      locked.open();
      await hold.opened;
      // Whoever waits for the shipment must not hold the parcel: this would wait for it in a circle.
      await sql`update parcels set label = 'mine' where id = ${id}`.execute(trx);
    });
    await locked.opened;
    const changing = change(id);
    await waitingFor(db, 'shipments');
    hold.open();
    await holder;
    await changing;
  });
});

/** Resolves when a statement over a table waits for a lock. */
async function waitingFor(of: Kysely<OutboxTables>, table: string): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and query like ${`%from ${table}%`}`.execute(of);
      return rows.length;
    })
    .toBe(1);
}
