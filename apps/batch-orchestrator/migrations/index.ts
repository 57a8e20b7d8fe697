import type { Migrations } from '@redline/service-kit/db';
import { outboxMigration, publishedMigration } from '@redline/service-kit/outbox';
import { handedBackMigration } from '@redline/service-kit/records';
import { batchCounts } from './0002-batch-counts.ts';
import { batches } from './0003-batches.ts';
import { accountRows } from './0006-account-rows.ts';
import { openBatches } from './0007-open-batches.ts';
import { itemFailures } from './0008-item-failures.ts';
import { recordsOfTests } from './0009-records-of-tests.ts';

export const migrations: Migrations = {
  '0001-outbox': outboxMigration,
  '0002-batch-counts': batchCounts,
  '0003-batches': batches,
  '0004-outbox-published': publishedMigration,
  '0005-handed-back': handedBackMigration('batches'),
  '0006-account-rows': accountRows,
  '0007-open-batches': openBatches,
  '0008-item-failures': itemFailures,
  '0009-records-of-tests': recordsOfTests,
};
