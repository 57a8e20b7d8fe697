import { imageEvents, videoEvents } from '@redline/contracts';
import { sql } from 'kysely';

/** The kinds of checks: where their records lie, what is told of them, and what of a record is erased with it. */
export const checkKinds = {
  image: {
    table: 'image_checks',
    events: imageEvents,
    url: sql<string>`image_url`,
    erased: sql`image_url = '', title = '', types = null, detections = null, coverage = null`,
  },
  video: {
    table: 'video_checks',
    events: videoEvents,
    url: sql<string>`video_url`,
    erased: sql`video_url = '', title = '', script = null, text_check_id = null, labels = null, frames = null,
      visual_coverage = null, voice = null, transcript_status = null, drift_status = null`,
  },
} as const;

export type CheckKind = (typeof checkKinds)[keyof typeof checkKinds];

/** The condition under which there is work left at a video: what is said may follow what is seen. */
export const isOpenVideo = sql<boolean>`(status = 'processing'
  or (status = 'completed' and transcript_status = 'processing'))`;
