import { imageEvents } from '@redline/contracts';
import { isProcessing } from '@redline/service-kit/attempts';
import { sql } from 'kysely';

/** The kinds of checks: where their records lie, what is told of them, and what of a record is erased with it. */
export const checkKinds = {
  image: {
    table: 'image_checks',
    events: imageEvents,
    isOpen: isProcessing,
    url: sql<string>`image_url`,
    erased: sql`image_url = '', title = '', types = null, detections = null, coverage = null`,
  },
} as const;

export type CheckKind = (typeof checkKinds)[keyof typeof checkKinds];
