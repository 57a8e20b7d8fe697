import type { ProductVertical, RiskLevel, Scope } from '@redline/contracts';
import { inScope, scopeColumn } from '@redline/service-kit/db';
import { appendOutbox, type OutboxMessage } from '@redline/service-kit/outbox';
import {
  type Attempt,
  finishRecord,
  type TakeLimits,
  type Taking,
  takeRecord,
} from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { Coverage, Detection } from '../domain/detection.ts';
import type { ListedImage, StoredImage } from '../domain/render/image.ts';
import { checkKinds } from './check-kinds.ts';
import { type ListedPage, listPage, type Page } from './list-page.ts';
import type { Db } from './tables.ts';

export interface NewImageCheck {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  /** The batch that it is an item of; null for a single check. */
  readonly batchId: string | null;
  /** Whether reads and lists return it while it is processing. */
  readonly listed: boolean;
  readonly productVertical: ProductVertical | null;
  readonly vertical: string | null;
  readonly explainLocale: string;
  readonly types: readonly string[] | null;
  readonly url: string;
  readonly title: string;
  readonly sizeBytes: number;
  readonly width: number | null;
  readonly height: number | null;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/**
 * Inserts a check as `processing`.
 * @returns `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed
 */
export async function insertImageCheck(db: Db, check: NewImageCheck): Promise<'stored' | 'too_late'> {
  const { id, scope } = check;
  const { rows } = await sql<{ isInTime: boolean; isKnown: boolean }>`
    with asked as materialized (
      select clock_timestamp() < to_timestamp(${check.deadlineMs}::float8 / 1000) as in_time
    ), inserted as (
      insert into image_checks (id, account_id, site_id, tenant_id, listed, product_vertical, vertical, explain_locale,
        types, image_url, title, size_bytes, width, height, batch_id)
      select ${id}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, ${check.listed}::boolean,
        ${check.productVertical}, ${check.vertical}, ${check.explainLocale}, ${json(check.types)}::json, ${check.url},
        ${check.title}, ${check.sizeBytes}::bigint, ${check.width}::integer, ${check.height}::integer,
        ${check.batchId}
      from asked where in_time
      on conflict (id) do nothing
    )
    select in_time as "isInTime", exists (select from image_checks where id = ${id}) as "isKnown" from asked`.execute(
    db,
  );
  // In time and not inserted means that a concurrent repeat has inserted it.
  return rows[0]?.isInTime || rows[0]?.isKnown ? 'stored' : 'too_late';
}

const listedColumns = sql`id, status, product_vertical as "productVertical", vertical, explain_locale as locale,
  image_url as url, title, size_bytes as "sizeBytes", risk_level as "riskLevel", detections,
  failure_reason as "failureReason", last_error as "lastError", created_at as "createdAt"`;

/** Reads a listed check of this scope. One row by its primary key. */
export async function findImageCheck(db: Db, scope: Scope, id: string): Promise<StoredImage | undefined> {
  const { rows } = await sql<StoredImage>`
    select ${listedColumns}, width, height, coverage, updated_at as "updatedAt"
    from image_checks where id = ${id} and ${inScope(scope)} and listed`.execute(db);
  return rows[0];
}

/** Reads one page of a scope's image checks, newest first. */
export const listImageChecks = (db: Db, scope: Scope, page: Page): Promise<ListedPage<ListedImage>> =>
  listPage(db, { kind: 'image', table: 'image_checks', columns: listedColumns }, scope, page);

interface TakenColumns {
  readonly scope: Scope;
  readonly url: string;
  readonly productVertical: ProductVertical | null;
  readonly types: readonly string[] | null;
  /** Locale of the explanations. */
  readonly locale: string;
  /** The batch that it is an item of; null for a single check. */
  readonly batchId: string | null;
}

export type TakenImage = Attempt & TakenColumns;

const takenColumns = sql<TakenColumns>`${scopeColumn}, image_url as url, product_vertical as "productVertical", types,
  explain_locale as locale, batch_id as "batchId"`;

/** Counts an attempt and leases the check to the caller, if it is free and has attempts left. */
export const takeImageCheck = (db: Db, id: string, limits: TakeLimits): Promise<Taking<TakenImage>> =>
  takeRecord(db, checkKinds.image, id, limits, takenColumns);

export interface ImageVerdict {
  readonly taken: Attempt;
  readonly riskLevel: RiskLevel;
  readonly detections: readonly Detection[];
  readonly coverage: readonly Coverage[];
  /** As measured; what was declared stays. */
  readonly width: number;
  readonly height: number;
}

/**
 * Writes a verdict and the completed event, if this attempt is still the last one taken and the check was neither
 * cancelled nor failed meanwhile.
 * @returns false if another worker has the check by now
 */
export function finishImageCheck(db: Db, verdict: ImageVerdict, event: OutboxMessage): Promise<boolean> {
  const { taken, riskLevel, detections, coverage, width, height } = verdict;
  return db.transaction().execute(async (trx) => {
    const finished = await finishRecord(trx, checkKinds.image, taken, {
      set: sql`listed = true, risk_level = ${riskLevel}, detections = ${json(detections)}::json,
        coverage = ${json(coverage)}::json, width = coalesce(width, ${width}::integer),
        height = coalesce(height, ${height}::integer)`,
    });
    if (!finished) return false;
    await appendOutbox(trx, [event]);
    return true;
  });
}

/** Tells whether there is such a check, listed or not, that was not deleted. */
export async function isKnownImage(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from image_checks where id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}
