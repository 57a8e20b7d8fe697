import { sql } from 'kysely';
import type { Db } from './tables.ts';

const rowsMax = 1_000;

/** Deletes what has ended: attempts, sessions, links of mails, and what is too old in the audit log; so many rows of each. */
export async function cleanUp(db: Db, auditLogDays: number): Promise<void> {
  await sql`delete from attempt where bucket in (
    select bucket from attempt where ends_at < now() limit ${rowsMax})`.execute(db);
  await sql`delete from "session" where id in (
    select id from "session" where "expiresAt" < now() limit ${rowsMax})`.execute(db);
  await sql`delete from "verification" where id in (
    select id from "verification" where "expiresAt" < now() limit ${rowsMax})`.execute(db);
  await sql`delete from audit_log where id in (
    select id from audit_log where at < now() - make_interval(days => ${auditLogDays}) limit ${rowsMax})`.execute(
    db,
  );
}
