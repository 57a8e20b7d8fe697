export { dropEmptyPartitions } from './drop-partitions.ts';
export { type ErasePage, isInPage } from './erase-page.ts';
export { listPartitions, type Partition } from './list-partitions.ts';
export { makeNextPartition } from './make-partition.ts';
export { partitionMigrations } from './partition-migrations.ts';
export { spanDaysOf } from './partition-spans.ts';
export type { PartitionedIndex, PartitionedTable } from './partitioned-table.ts';
export {
  createRetention,
  type Erased,
  ofTestKeys,
  type RetainedRecords,
  startRetention,
} from './retention.ts';
export { retentionSetting } from './retention-setting.ts';
