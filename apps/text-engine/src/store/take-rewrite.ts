import type { Scope } from '@redline/contracts';
import type { CustomFinding } from '@redline/rule-engine/evaluate';
import type { Mode, Strategy } from '@redline/rule-engine/rewrite';
import { scopeColumn } from '@redline/service-kit/db';
import { type Attempt, type TakeLimits, type Taking, takeRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Place } from '../domain/place.ts';
import { rewriteRecord } from './rewrite-record.ts';
import type { Db } from './tables.ts';

interface TakenColumns {
  readonly scope: Scope;
  readonly strategy: Strategy;
  readonly mode: Mode;
  /** The fields of its check that a rewrite needs. */
  readonly check: Place & {
    readonly text: string;
    readonly customFindings: readonly CustomFinding[] | null;
  };
}

export type TakenRewrite = Attempt & TakenColumns;

const columns = sql<TakenColumns>`${scopeColumn}, strategy, mode, (
  select json_build_object('text', text, 'platform', platform, 'vertical', vertical,
    'productVertical', product_vertical, 'sceneMode', scene_mode, 'customFindings', custom_findings)
  from text_checks where text_checks.id = rewrites.check_id) as "check"`;

/** Counts an attempt and leases the rewrite to the caller, if it is free and has attempts left. */
export const takeRewrite = (db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenRewrite>> =>
  takeRecord(db, rewriteRecord, id, limits, columns);
