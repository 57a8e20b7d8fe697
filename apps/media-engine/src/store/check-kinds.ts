import { failureOf, imageEvents, type Scope, videoEvents } from '@redline/contracts';
import { scopeColumn } from '@redline/service-kit/db';
import { eventMessage } from '@redline/service-kit/outbox';
import type { RecordKind } from '@redline/service-kit/records';
import { type RawBuilder, sql } from 'kysely';
import { batchOf } from '../domain/batch-of.ts';
import type { Tables } from './tables.ts';

export interface NamedCheck {
  readonly scope: Scope;
  readonly batchId?: string | null;
}

/** A kind of checks as records, whose life is in service-kit (records), and what deleting one erases. */
export interface CheckKind extends RecordKind<Tables, NamedCheck> {
  readonly table: 'image_checks' | 'video_checks';
  /** The events of a deletion. */
  readonly events: Pick<typeof imageEvents, 'cancelled' | 'deleted'>;
  /** The URL of the file that was submitted. */
  readonly url: RawBuilder<string>;
  /** Columns that are cleared when the client deletes a check. */
  readonly erased: RawBuilder<unknown>;
}

const failedMessage =
  (row: typeof imageEvents.failed): CheckKind['failedMessage'] =>
  ({ scope, batchId }, { id, occurredAt, reason, lastError }, options) => {
    const failure = failureOf(reason, lastError);
    return eventMessage(
      row,
      { version: 1, id, scope, occurredAt, ...batchOf(batchId), reason, failure },
      options,
    );
  };

const named = sql<NamedCheck>`${scopeColumn}, batch_id as "batchId"`;
const isThere = sql<boolean>`deleted_at is null`;

const image: CheckKind = {
  table: 'image_checks',
  named,
  failedMessage: failedMessage(imageEvents.failed),
  // A check of the main site is listed once it has ended.
  onFail: { set: sql`listed = true` },
  onReopen: { isThere },
  events: imageEvents,
  url: sql<string>`image_url`,
  erased: sql`image_url = '', title = '', types = null, detections = null, coverage = null`,
};

/** Condition under which there is work left at a video: its voice may follow its visual result. */
export const isOpenVideo = sql<boolean>`(status = 'processing'
  or (status = 'completed' and transcript_status = 'processing'))`;

const video: CheckKind = {
  table: 'video_checks',
  isOpen: isOpenVideo,
  named,
  failedMessage: failedMessage(videoEvents.failed),
  onFail: {
    // The transcript ends with the check, so that clients stop polling for it.
    set: sql`listed = true,
      transcript_status = case transcript_status when 'processing' then 'failed' else transcript_status end,
      drift_status = case when drift_status is null then null else 'failed' end`,
  },
  onReopen: {
    isThere,
    set: sql`
      transcript_status = case transcript_status when 'failed' then 'processing' else transcript_status end,
      drift_status = case when drift_status is null then null else 'pending' end`,
    // The failed attempt had its frames removed later; those of the new attempt must stay.
    with: sql`cleared as (delete from removals using reopened where key = 'frames/' || reopened.id || '/')`,
  },
  events: videoEvents,
  url: sql<string>`video_url`,
  erased: sql`video_url = '', title = '', script = null, text_check_id = null, labels = null, frames = null,
    visual_coverage = null, voice = null, transcript_status = null, drift_status = null`,
};

/** The kinds of checks. */
export const checkKinds = { image, video } as const;

/** Conditions over checks, by the lane that their jobs are queued on. */
export const lanes = {
  singles: sql<boolean>`batch_id is null`,
  batches: sql<boolean>`batch_id is not null`,
} as const;
