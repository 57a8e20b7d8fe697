import type { Scope } from '@redline/contracts';
import { sql } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';
import type { Db } from './tables.ts';

export interface NewReport {
  readonly id: string;
  readonly videoCheckId: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  readonly findings: Findings;
}

/** `stored`: it is there, from now or from before; `too_late`: the deadline has passed; or another of its check is being written. */
export type InsertingReport = 'stored' | 'too_late' | 'already_running';

/** Inserts a report as `processing`. Of concurrent ones of a check the first is stored. */
export async function insertReport(db: Db, report: NewReport): Promise<InsertingReport> {
  const { id, videoCheckId, scope, deadlineMs, findings } = report;
  const { rows } = await sql<{ isInTime: boolean; isInserted: boolean }>`
    with asked as materialized (
      select clock_timestamp() < to_timestamp(${deadlineMs}::float8 / 1000) as in_time
    ), inserted as (
      insert into reports (id, video_check_id, account_id, site_id, tenant_id, findings)
      select ${id}, ${videoCheckId}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId},
        ${JSON.stringify(findings)}::json
      from asked where in_time
      on conflict do nothing
      returning id
    )
    select in_time as "isInTime", exists (select from inserted) as "isInserted" from asked`.execute(db);
  if (rows[0]?.isInserted) return 'stored';
  // A statement of its own: it sees what a concurrent repeat has inserted.
  if (await isKnownReport(db, id)) return 'stored';
  return rows[0]?.isInTime ? 'already_running' : 'too_late';
}

/** Tells whether there is a report of an id, in any state. */
export async function isKnownReport(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from reports where id = ${id}`.execute(db);
  return rows.length > 0;
}

/** Tells whether a report of a check is being written: another one would not be stored (`reports_one_at_a_time`). */
export async function hasRunningReport(db: Db, videoCheckId: string): Promise<boolean> {
  const { rows } = await sql`select from reports
    where video_check_id = ${videoCheckId} and status = 'processing'`.execute(db);
  return rows.length > 0;
}
