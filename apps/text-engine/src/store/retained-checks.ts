import { testLimits } from '@redline/contracts';
import { ofTestKeys, type PartitionedTable, type RetainedRecords } from '@redline/service-kit/partitions';
import { eraseExpiredChecks } from './erase-expired-checks.ts';
import type { Tables } from './tables.ts';

/** The table of checks, in partitions by range of id. */
export const partitionedChecks: PartitionedTable = { table: 'text_checks', idPrefix: 'text' };

/** Returns the checks as records that are kept for so many days (null for ever), and those of test keys. */
export function retainedChecks(retentionDays: number | null): readonly RetainedRecords<Tables>[] {
  const checks = { ...partitionedChecks, isPartitioned: true, retentionDays, erase: eraseExpiredChecks };
  return [checks, ofTestKeys(checks, testLimits.recordsKeptDays)];
}
