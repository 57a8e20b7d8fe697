import { type Scope, streams } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { TakeLimits } from '@redline/service-kit/records';
import { ageRecord, messagesOf } from '@redline/testkit/service';
import { finishChecks, type Verdict } from '../src/store/batched/finish-checks.ts';
import { insertChecks } from '../src/store/batched/insert-checks.ts';
import { takeChecks } from '../src/store/batched/take-checks.ts';
import type { Db } from '../src/store/tables.ts';
import { newCheckOf, newId, newScope } from './engine.ts';

/** A check as `prepare` leaves it. */
export async function insertOne(
  db: Db,
  changes: { id?: string; scope?: Scope; text?: string; batchId?: string } = {},
) {
  const { id = newId(), scope = newScope(), text, batchId = null } = changes;
  await insertChecks(db, [{ id, scope, deadlineMs: Date.now() + 60_000, ...newCheckOf(text), batchId }]);
  return { id, scope };
}

export async function takeOne(db: Db, id: string, limits: TakeLimits) {
  const [taking] = await takeChecks(db, [id], limits);
  if (!taking) throw new Error('no outcome');
  return taking;
}

export const finishOne = async (db: Db, verdict: Verdict) =>
  (await finishChecks(db, [verdict], new Set()))[0];

export const rowOf = (db: Db, id: string) =>
  db.selectFrom('text_checks').selectAll().where('id', '=', id).executeTakeFirst();

export const statusOf = async (db: Db, id: string) => (await rowOf(db, id))?.status;

/** Makes a check look as if it had last changed, and its lease ended, so long ago. */
export const age = (db: Db, id: string, { byMs }: { readonly byMs: number }) =>
  ageRecord(db, { table: 'text_checks', id, byMs });

/** Returns the events of one check, oldest first, by their last words. */
export const eventsOf = async (bus: Bus, id: string): Promise<string[]> =>
  (await messagesOf(bus, streams.events.name, id)).map(({ subject }) =>
    subject.replace('event.text.check.', ''),
  );

/** Returns the payloads of its events. */
export const payloadsOf = async (bus: Bus, id: string) =>
  (await messagesOf(bus, streams.events.name, id)).map(({ payload }) => payload);
