import type { PartitionedTable, RetainedRecords } from '@redline/service-kit/partitions';
import { eraseExpiredChecks } from './erase-expired-checks.ts';
import type { Tables } from './tables.ts';

/** The table of checks, in partitions by range of id. */
export const partitionedChecks: PartitionedTable = { table: 'text_checks', idPrefix: 'text' };

/** Returns the checks as records that are kept for so many days; null for ever. */
export const retainedChecks = (retentionDays: number | null): RetainedRecords<Tables> => ({
  ...partitionedChecks,
  isPartitioned: true,
  retentionDays,
  erase: eraseExpiredChecks,
});
