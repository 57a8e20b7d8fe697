import type { Scope } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { type Attempt, type TakeLimits, type Taking, takeRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Findings } from '../domain/findings/findings.ts';
import { reportRecord } from './report-record.ts';
import type { Db } from './tables.ts';

interface TakenColumns {
  readonly scope: Scope;
  readonly videoCheckId: string;
  readonly findings: Findings;
}

export type TakenReport = Attempt & TakenColumns;

const columns = sql<TakenColumns>`${scopeColumn}, video_check_id as "videoCheckId", findings`;

/** Counts an attempt and leases the report to the caller, if it is free and has attempts left. */
export const takeReport = (db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenReport>> =>
  takeRecord(db, reportRecord, id, limits, columns);
