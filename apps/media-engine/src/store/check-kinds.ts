import { imageEvents, videoEvents } from '@redline/contracts';
import { type RawBuilder, sql } from 'kysely';

/** What a video says of its voiceover is over when the check fails, so that who polls for it stops, and open again with it. */
const voiceOver = sql`, transcript_status = case transcript_status when 'processing' then 'failed' else transcript_status end,
  drift_status = case when drift_status is null then null else 'failed' end`;
const voiceOpen = sql`, transcript_status = case transcript_status when 'failed' then 'processing' else transcript_status end,
  drift_status = case when drift_status is null then null else 'pending' end`;

/**
 * The kinds of checks: where their records lie, what is told of them, what of a record changes when it fails and is
 * reopened, and what is erased with it.
 */
export const checkKinds = {
  image: {
    table: 'image_checks',
    events: imageEvents,
    url: sql<string>`image_url`,
    failed: sql``,
    reopened: sql``,
    erased: sql`image_url = '', title = '', types = null, detections = null, coverage = null`,
  },
  video: {
    table: 'video_checks',
    events: videoEvents,
    url: sql<string>`video_url`,
    failed: voiceOver,
    reopened: voiceOpen,
    erased: sql`video_url = '', title = '', script = null, text_check_id = null, labels = null, frames = null,
      visual_coverage = null, voice = null, transcript_status = null, drift_status = null`,
  },
} as const;

export type CheckKind = (typeof checkKinds)[keyof typeof checkKinds];

/** The condition under which there is work left at a video: what is said may follow what is seen. */
export const isOpenVideo = sql<boolean>`(status = 'processing'
  or (status = 'completed' and transcript_status = 'processing'))`;

/** A condition, by the lane that a check's job lies on. */
export const onLane = (condition: RawBuilder<boolean>) => ({
  singles: sql<boolean>`${condition} and batch_id is null`,
  batches: sql<boolean>`${condition} and batch_id is not null`,
});
