import type { Kysely } from 'kysely';
import { isDatabaseUnavailable } from '../db/index.ts';
import { firstIdAt } from '../ids/index.ts';
import { startInterval } from '../interval/index.ts';
import type { Logger } from '../log/index.ts';
import { dropEmptyPartitions } from './drop-partitions.ts';
import { makeNextPartition } from './make-partition.ts';
import { spanDaysOf } from './partition-spans.ts';
import type { PartitionedTable } from './partitioned-table.ts';

const dayMs = 86_400_000;
/** Partitions are made a week ahead and records go days late at worst: this is often enough. */
const everyMs = 600_000;
/** Records of one transaction, which writes as many events and holds their rows for some tens of milliseconds. */
const eraseMax = 500;
/** Transactions of one turn: 28 million records a day, above what is submitted. */
const erasingsMax = 400;

/** The records of a transaction that erases: at most `limit` of those with ids in a range, oldest first. */
export interface ErasePage {
  /** The last record that was looked at before; records up to it are left out. */
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

/** Records of one kind, and how long they are kept. */
export interface RetainedRecords<DB> {
  readonly partitioned: PartitionedTable;
  /** Null for ever. */
  readonly retentionDays: number | null;
  /**
   * Erases records that have ended, in one transaction with all that belongs to each: counters of lists, its deleted event,
   * its children. One that is processing is left out.
   * @returns how many were erased, and the id of the last one; null when there was none
   */
  readonly erase: (db: Kysely<DB>, page: ErasePage) => Promise<Erased>;
}

export interface Erased {
  readonly count: number;
  readonly last: string | null;
}

export interface RetentionOptions {
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/**
 * Returns one turn, to be run at intervals: makes the next partition in time, erases records whose retention has passed, and drops
 * the partitions that are empty by that. Replicas may run it side by side.
 */
export function createRetention<DB>(
  db: Kysely<DB>,
  kinds: readonly RetainedRecords<DB>[],
  { log, clock = Date.now }: RetentionOptions,
): (signal: AbortSignal) => Promise<void> {
  const retain = async (kind: RetainedRecords<DB>, signal: AbortSignal) => {
    const { partitioned, retentionDays } = kind;
    const { table } = partitioned;
    const nowMs = clock();
    const made = await makeNextPartition(db, partitioned, { nowMs, spanDays: spanDaysOf(retentionDays) });
    if (made) log.info({ table, made }, 'made a partition ahead');
    if (retentionDays === null) return;
    const beforeMs = nowMs - retentionDays * dayMs;
    const erased = await eraseAll(db, kind, beforeMs, signal);
    if (erased > 0) log.info({ table, erased, retentionDays }, 'erased records whose retention has passed');
    const dropped = await dropEmptyPartitions(db, partitioned, { beforeMs });
    if (dropped.length > 0) log.info({ table, dropped }, 'dropped partitions');
  };
  return async (signal) => {
    for (const kind of kinds) {
      if (signal.aborted) return;
      try {
        await retain(kind, signal);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        // A lock that the traffic did not leave is among these.
        log.warn({ err: error, table: kind.partitioned.table }, 'partitions are left for the next turn');
      }
    }
  };
}

async function eraseAll<DB>(
  db: Kysely<DB>,
  { partitioned: { idPrefix }, erase }: RetainedRecords<DB>,
  beforeMs: number,
  signal: AbortSignal,
): Promise<number> {
  const before = firstIdAt(idPrefix, beforeMs);
  let after = '';
  let erased = 0;
  for (let turn = 0; turn < erasingsMax && !signal.aborted; turn++) {
    const { count, last } = await erase(db, { after, before, limit: eraseMax });
    if (last === null) break;
    erased += count;
    after = last;
  }
  return erased;
}

/** Keeps the partitions of a service's tables, and erases records whose retention has passed, every ten minutes. */
export const startRetention = <DB>(
  db: Kysely<DB>,
  kinds: readonly RetainedRecords<DB>[],
  options: RetentionOptions,
): { readonly stop: () => Promise<void> } =>
  startInterval(createRetention(db, kinds, options), { name: 'retention', everyMs, log: options.log });
