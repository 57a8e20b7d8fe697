import type { ProductVertical, Scope } from '@redline/contracts';
import { inScope } from '@redline/service-kit/db';
import { sql } from 'kysely';
import type { ListedVideo, StoredVideo, TranscriptStatus } from '../domain/render/video.ts';
import { type ListedPage, listPage, type Page } from './list-page.ts';
import type { Db } from './tables.ts';

export interface NewVideoCheck {
  readonly id: string;
  readonly scope: Scope;
  /** Milliseconds since 1970, by the clock of the database; past it nothing is inserted. */
  readonly deadlineMs: number;
  /** The batch that it is an item of; null for a single check. */
  readonly batchId: string | null;
  readonly productVertical: ProductVertical | null;
  readonly platform: string;
  readonly vertical: string | null;
  readonly frameTypes: readonly string[] | null;
  readonly audioTypes: readonly string[] | null;
  readonly url: string;
  readonly title: string;
  readonly sizeMb: number;
  readonly durationSeconds: number;
  readonly width: number | null;
  readonly height: number | null;
  /** The approved text that the voice is to keep to, and its check. */
  readonly linked: { readonly textCheckId: string; readonly script: string } | null;
  /** Status of the transcript until it is known: `processing`, or null if it is not made. */
  readonly transcriptStatus: Extract<TranscriptStatus, 'processing'> | null;
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value));

/**
 * Inserts a check as `processing`.
 * @returns `stored`: it is there, from now or from before; `too_late`: it is not, and the deadline has passed
 */
export async function insertVideoCheck(db: Db, check: NewVideoCheck): Promise<'stored' | 'too_late'> {
  const { id, scope, linked } = check;
  const { rows } = await sql<{ isInTime: boolean; isKnown: boolean }>`
    with asked as materialized (
      select clock_timestamp() < to_timestamp(${check.deadlineMs}::float8 / 1000) as in_time
    ), inserted as (
      insert into video_checks (id, account_id, site_id, tenant_id, listed, product_vertical, platform, vertical,
        frame_types, audio_types, video_url, title, size_mb, duration_seconds, width, height, text_check_id, script,
        transcript_status, drift_status, batch_id)
      select ${id}, ${scope.accountId}, ${scope.siteId}, ${scope.tenantId}, true, ${check.productVertical},
        ${check.platform}, ${check.vertical}, ${json(check.frameTypes)}::json, ${json(check.audioTypes)}::json,
        ${check.url}, ${check.title}, ${check.sizeMb}::float8, ${check.durationSeconds}::float8,
        ${check.width}::integer, ${check.height}::integer, ${linked?.textCheckId ?? null}, ${linked?.script ?? null},
        ${check.transcriptStatus}, ${linked ? 'pending' : null}, ${check.batchId}
      from asked where in_time
      on conflict (id) do nothing
    )
    select in_time as "isInTime", exists (select from video_checks where id = ${id}) as "isKnown" from asked`.execute(
    db,
  );
  // In time and not inserted means that a concurrent repeat has inserted it.
  return rows[0]?.isInTime || rows[0]?.isKnown ? 'stored' : 'too_late';
}

/** Reads what a known submission was charged by; undefined if there is none of that id. */
export async function findSubmittedVideo(
  db: Db,
  id: string,
): Promise<Pick<NewVideoCheck, 'productVertical' | 'durationSeconds'> | undefined> {
  const { rows } = await sql<Pick<NewVideoCheck, 'productVertical' | 'durationSeconds'>>`
    select product_vertical as "productVertical", duration_seconds as "durationSeconds"
    from video_checks where id = ${id}`.execute(db);
  return rows[0];
}

const listedColumns = sql`id, status, product_vertical as "productVertical", platform, vertical, video_url as url, title,
  size_mb as "sizeMb", duration_seconds as "durationSeconds", width, height, risk_level as "riskLevel", labels,
  transcript_status as "transcriptStatus", failure_reason as "failureReason", last_error as "lastError",
  created_at as "createdAt"`;

/** Reads a check of this scope that was not deleted. One row by its primary key. */
export async function findVideoCheck(db: Db, scope: Scope, id: string): Promise<StoredVideo | undefined> {
  const { rows } = await sql<StoredVideo>`
    select ${listedColumns}, frames, visual_coverage as "visualCoverage", voice, text_check_id as "textCheckId",
      drift_status as "driftStatus", coalesce(frames_until > now(), false) as "hasPictures", updated_at as "updatedAt"
    from video_checks where id = ${id} and ${inScope(scope)} and listed`.execute(db);
  return rows[0];
}

/** Reads one page of a scope's video checks, newest first. */
export const listVideoChecks = (db: Db, scope: Scope, page: Page): Promise<ListedPage<ListedVideo>> =>
  listPage(db, { kind: 'video', table: 'video_checks', columns: listedColumns }, scope, page);
