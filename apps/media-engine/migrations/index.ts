import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration, publishedMigration } from '@redline/service-kit/outbox';
import { handedBackMigration } from '@redline/service-kit/records';
import { mediaCounts } from './0002-media-counts.ts';
import { imageChecks } from './0003-image-checks.ts';
import { removals } from './0004-removals.ts';
import { uploads } from './0005-uploads.ts';
import { videoChecks } from './0006-video-checks.ts';
import { mediaBatches } from './0007-media-batches.ts';
import { forgottenUploads } from './0008-forgotten-uploads.ts';
import { uploadUsage } from './0011-upload-usage.ts';
import { deletedEvents } from './0012-deleted-events.ts';
import { accountRows } from './0013-account-rows.ts';
import { recordsOfTests } from './0014-records-of-tests.ts';

export const migrations: Migrations = {
  '0001-outbox': outboxMigration,
  '0002-media-counts': mediaCounts,
  '0003-image-checks': imageChecks,
  '0004-removals': removals,
  '0005-uploads': uploads,
  '0006-video-checks': videoChecks,
  '0007-media-batches': mediaBatches,
  '0008-forgotten-uploads': forgottenUploads,
  '0009-outbox-published': publishedMigration,
  '0010-handed-back': handedBackMigration('image_checks', 'video_checks'),
  '0011-upload-usage': uploadUsage,
  '0012-deleted-events': deletedEvents,
  '0013-account-rows': accountRows,
  '0014-records-of-tests': recordsOfTests,
};
