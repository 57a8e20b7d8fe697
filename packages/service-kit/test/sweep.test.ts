import type { NatsServer } from '@redline/testkit';
import { ageRecord, subjectsOf } from '@redline/testkit/service';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bus, publishJob } from '../src/bus/index.ts';
import { createSweep, recordsIn, takeRecord } from '../src/records/index.ts';
import { jobRow, openBus, ownNats, quiet } from './fixtures.ts';
import { type Db, insertParcel, parcelDatabase, parcelRow, parcels } from './parcels.ts';

let nats: NatsServer;
let bus: Bus;
let database: Awaited<ReturnType<typeof parcelDatabase>>;
let db: Db;

beforeAll(async () => {
  [nats, database] = await Promise.all([ownNats(), parcelDatabase()]);
  bus = await openBus(nats.url);
  db = database.db;
});
afterAll(async () => {
  await bus.close();
  await Promise.all([database.dispose(), nats.dispose()]);
});

const single = jobRow('parcel');
const batched = jobRow('parcel-batch');
const stop = new AbortController();

/** A sweeper of both lanes. */
function sweeper(on: Bus = bus) {
  const records = recordsIn(db, parcels, { wakeRelay: () => undefined });
  const reasons: string[] = [];
  const lanes = [
    { records, lane: sql<boolean>`batch is null`, subjectOf: single.subjectOf },
    { records, lane: sql<boolean>`batch is not null`, subjectOf: batched.subjectOf },
  ];
  const limits = { neverTakenMs: 60_000, leaseEndedMs: 120_000, batchSize: 2, log: quiet };
  const turn = createSweep({ bus: on, onFailed: (reason) => reasons.push(reason) }, lanes, limits);
  return { reasons, turn: () => turn(stop.signal) };
}

/** A parcel that nobody has touched for three minutes; one that was taken has a lease that ended then. */
async function oldParcel({ isTaken = false, batch = null as string | null } = {}): Promise<string> {
  const id = await insertParcel(db, { batch });
  if (isTaken) await takeRecord(db, parcels, id, { leaseMs: 0, maxAttempts: 3 }, sql<object>`label`);
  await ageRecord(db, { table: 'parcels', id, byMs: 180_000 });
  return id;
}

const statusOf = async (id: string) => (await parcelRow(db, id))?.failure_reason ?? 'open';
const queue = (id: string, job = single) => publishJob(bus, job, id, { id }, { msgId: id, timeoutMs: 2_000 });

describe('a sweeper', () => {
  it('fails what has neither a worker nor a job, with one refund, side by side with another sweeper', async () => {
    const ids = await Promise.all([
      oldParcel(),
      oldParcel({ batch: 'b' }),
      oldParcel({ isTaken: true }),
      oldParcel({ isTaken: true, batch: 'b' }),
      oldParcel(),
    ]);
    const young = await insertParcel(db);
    const [one, other] = [sweeper(), sweeper()];
    await Promise.all([one.turn(), other.turn()]);
    expect(await Promise.all(ids.map(statusOf))).toEqual([
      'never_taken',
      'never_taken',
      'lease_ended',
      'lease_ended',
      'never_taken',
    ]);
    for (const id of ids) expect(await subjectsOf(db, id)).toHaveLength(2);
    expect([...one.reasons, ...other.reasons].toSorted()).toEqual([
      'lease_ended',
      'lease_ended',
      'never_taken',
      'never_taken',
      'never_taken',
    ]);
    expect(await statusOf(young)).toBe('open');
  });

  it('looks for a job where the lane of its record is', async () => {
    const [onLane, elsewhere] = await Promise.all([oldParcel({ batch: 'b' }), oldParcel({ batch: 'b' })]);
    await Promise.all([queue(onLane, batched), queue(elsewhere, single)]);
    await sweeper().turn();
    expect(await Promise.all([onLane, elsewhere].map(statusOf))).toEqual(['open', 'never_taken']);
  });

  it('gives a record whose lease ended, and whose job is still there, one more turn', async () => {
    const [taken, waiting] = await Promise.all([oldParcel({ isTaken: true }), oldParcel()]);
    await Promise.all([queue(taken), queue(waiting)]);
    const { turn } = sweeper();
    await turn();
    expect(await Promise.all([taken, waiting].map(statusOf))).toEqual(['open', 'open']);
    await turn();
    expect(await Promise.all([taken, waiting].map(statusOf))).toEqual(['lease_ended', 'open']);
  });

  it('fails nothing while NATS does not answer', async () => {
    const id = await oldParcel();
    const lost = await openBus(nats.url);
    await lost.close();
    await sweeper(lost).turn();
    expect(await statusOf(id)).toBe('open');
  });
});
