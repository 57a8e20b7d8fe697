import type { Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { ReportEnd } from '../domain/stream/events.ts';
import type { Section } from '../domain/stream/section.ts';
import { readSections } from './read-sections.ts';
import type { Db, ReportStatus } from './tables.ts';

/** The stored part of a report. */
export interface FoundReport {
  readonly sections: readonly Section[];
  /** Undefined while it is being written. */
  readonly end: ReportEnd | undefined;
}

/** A report of this scope and check, as far as it has come; undefined if there is none, or none any more. */
export async function findReport(
  db: Db,
  scope: Scope,
  { id, videoCheckId }: { readonly id: string; readonly videoCheckId: string },
): Promise<FoundReport | undefined> {
  // The state first: sections that are added after it was read are only sent sooner.
  const { rows } = await sql<{ status: ReportStatus; durationMs: number | null }>`
    select status, duration_ms as "durationMs" from reports
    where id = ${id} and video_check_id = ${videoCheckId} and ${inScope(scope)} and deleted_at is null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  return { sections: await readSections(db, id), end: endOf(row) };
}

function endOf({
  status,
  durationMs,
}: {
  readonly status: ReportStatus;
  readonly durationMs: number | null;
}): ReportEnd | undefined {
  if (status === 'failed') return { status };
  return status === 'completed' ? { status, durationMs: durationMs ?? 0 } : undefined;
}

/** A report that was written to its end. */
export interface WrittenReport {
  readonly id: string;
  readonly creditCost: number;
  readonly createdAt: Date;
  readonly sections: readonly Section[];
}

/** The newest finished report of a check of this scope. */
export async function findLatest(
  db: Db,
  scope: Scope,
  videoCheckId: string,
): Promise<WrittenReport | undefined> {
  const { rows } = await sql<Omit<WrittenReport, 'sections'>>`
    select id, credit_cost as "creditCost", created_at as "createdAt" from reports
    where video_check_id = ${videoCheckId} and ${inScope(scope)} and status = 'completed'
      and deleted_at is null
    order by created_at desc, id desc limit 1`.execute(db);
  const [row] = rows;
  return row && { ...row, sections: await readSections(db, row.id) };
}
