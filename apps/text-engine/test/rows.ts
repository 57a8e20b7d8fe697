import { type Scope, streams } from '@redline/contracts';
import type { TakeLimits } from '@redline/service-kit/attempts';
import type { Bus } from '@redline/service-kit/bus';
import { sql } from 'kysely';
import { finishChecks, type Verdict } from '../src/store/finish-checks.ts';
import { insertChecks } from '../src/store/insert-checks.ts';
import type { Db } from '../src/store/tables.ts';
import { takeChecks } from '../src/store/take-checks.ts';
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

/** What waits in the outbox for one check, oldest first. */
export async function outboxOf(db: Db, id: string) {
  const { rows } = await sql<{ subject: string; payload: unknown }>`
    select subject, payload from outbox where payload->>'id' = ${id} order by position`.execute(db);
  return rows;
}

export const subjectsOf = async (db: Db, id: string) =>
  (await outboxOf(db, id)).map(({ subject }) => subject);

/** Makes a check look as if it had last changed, and its lease ended, so long ago. */
export async function age(db: Db, id: string, { byMs }: { readonly byMs: number }): Promise<void> {
  await sql`
    update text_checks set
      updated_at = updated_at - ${byMs}::float8 * interval '1 ms',
      lease_until = now() - ${byMs}::float8 * interval '1 ms' + (lease_until - lease_until)
    where id = ${id}`.execute(db);
}

/** Every event of the stream that tells of one check, oldest first. */
async function messagesOf(bus: Bus, id: string) {
  const found: { readonly subject: string; readonly told: Record<string, unknown> }[] = [];
  const { state } = await bus.manager.streams.info(streams.events.name);
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await bus.manager.streams.getMessage(streams.events.name, { seq });
    const told = message?.json<Record<string, unknown>>();
    if (message && told?.id === id) found.push({ subject: message.subject, told });
  }
  return found;
}

/** What has become of one check, as its events name it. */
export const eventsOf = async (bus: Bus, id: string): Promise<string[]> =>
  (await messagesOf(bus, id)).map(({ subject }) => subject.replace('event.text.check.', ''));

/** What its events say. */
export const toldOf = async (bus: Bus, id: string) => (await messagesOf(bus, id)).map(({ told }) => told);
