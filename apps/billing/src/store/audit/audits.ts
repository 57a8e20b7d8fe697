import { type Selectable, sql } from 'kysely';
import type { AuditsTable, Db, Trx } from '../tables.ts';

export type AuditRow = Selectable<AuditsTable>;

/** Time in ms after which an audit that nobody carries on is given up. */
const givenUpMs = 3_600_000;
const underWayMax = 8;
const deletedAtOnce = 10_000;
const triesMax = 20;

/**
 * Begins an audit of the whole ledger.
 * @param settledUntil a settled position; the lower it is, the more is read by position afterwards
 * @returns its id, or undefined if too many are under way
 */
export async function beginAudit(db: Db, settledUntil: number, now: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into audits (settled_until, stepped_at)
    select ${settledUntil}, ${now}
    where (
      select count(*) from audits
      where finished_at is null and stepped_at > ${new Date(now.getTime() - givenUpMs)}
    ) < ${underWayMax}
    returning id`.execute(db);
  return rows[0]?.id;
}

/** Returns the audit that is carried on: the newest that ended, or else the newest that is under way. */
export async function newestAudit(db: Db): Promise<AuditRow | undefined> {
  const { rows } = await sql<AuditRow>`
    select * from audits order by finished_at is null, id desc limit 1`.execute(db);
  return rows[0];
}

/** Returns an audit; undefined when a newer one took its place. */
export const readAudit = (db: Db, id: number): Promise<AuditRow | undefined> =>
  db.selectFrom('audits').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Does one step of an audit, in a snapshot of its own that locks nothing but the audit. Replicas that step the same one
 * take turns, and a step that is broken off leaves nothing behind.
 * @returns undefined if the audit is gone, since a newer one took its place
 */
export async function stepAudit<T>(
  db: Db,
  auditId: number,
  step: (trx: Trx, audit: AuditRow) => Promise<T>,
): Promise<T | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (trx) => {
          const locked = trx.selectFrom('audits').selectAll().where('id', '=', auditId).forUpdate();
          const audit = await locked.executeTakeFirst();
          return audit && step(trx, audit);
        });
    } catch (error) {
      // Another replica has stepped it since the snapshot was taken.
      const isOvertaken = error instanceof Error && 'code' in error && error.code === '40001';
      if (!isOvertaken || tries >= triesMax) throw error;
    }
  }
}

/** Records that everything was read and compared. */
export async function finishAudit(
  db: Db,
  auditId: number,
  { differences, now }: { readonly differences: number; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('audits')
    .set({ finished_at: now, stepped_at: now, differences })
    .where('id', '=', auditId)
    .execute();
}

/** Deletes the audits whose place a newer one has taken, and those that nobody carries on, with their sums. */
export async function dropOldAudits(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from audits
    where id < (select max(id) from audits where finished_at is not null)
      and (finished_at is not null or stepped_at < ${new Date(now.getTime() - givenUpMs)})`.execute(db);
  for (const { id } of rows) {
    for (const table of ['audit_sums', 'audit_differences']) await deleteOf(db, table, id);
    await db.deleteFrom('audits').where('id', '=', id).execute();
  }
}

async function deleteOf(db: Db, table: string, auditId: number): Promise<void> {
  for (let deleted = BigInt(deletedAtOnce); deleted === BigInt(deletedAtOnce); ) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where audit_id = ${auditId} limit ${deletedAtOnce}))`.execute(
      db,
    );
    deleted = numAffectedRows;
  }
}

/**
 * Takes the audit that is due, once for all replicas.
 * @returns false when none is due
 */
export async function claimAudit(
  db: Db,
  { everyMs, now }: { readonly everyMs: number; readonly now: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update audit_schedule set begun_at = ${now}
    where begun_at is null or begun_at <= ${new Date(now.getTime() - everyMs)}`.execute(db);
  return numAffectedRows === 1n;
}

/** Makes an audit that could not be finished due again at the next look. */
export const releaseAudit = (db: Db) => db.updateTable('audit_schedule').set({ begun_at: null }).execute();
