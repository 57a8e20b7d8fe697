import type { Scope } from '@redline/contracts';
import { lookAtLeft, type TakeLimits, type Taking } from '@redline/service-kit/attempts';
import { scopeColumns, scopeOf } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';
import type { Db } from './tables.ts';

export interface TakenReport {
  readonly id: string;
  readonly attempt: number;
  readonly scope: Scope;
  readonly videoCheckId: string;
  readonly findings: Findings;
}

/** Counts an attempt and leases the report to the caller, if it is free and has attempts left. */
export async function takeReport(db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenReport>> {
  const { rows } = await sql<Omit<TakenReport, 'scope'> & Scope>`
    update reports
    set attempt = attempt + 1, lease_until = clock_timestamp() + ${limits.leaseMs}::float8 * interval '1 ms'
    where id = ${id} and status = 'processing' and attempt < ${limits.maxAttempts}
      and (lease_until is null or lease_until <= clock_timestamp())
    returning id, attempt, ${scopeColumns}, video_check_id as "videoCheckId", findings`.execute(db);
  const [row] = rows;
  if (!row) return (await lookAtLeft(db, 'reports', [id], limits)).get(id) ?? { outcome: 'no_record' };
  const { videoCheckId, findings, attempt } = row;
  return { outcome: 'taken', taken: { id, attempt, scope: scopeOf(row), videoCheckId, findings } };
}
