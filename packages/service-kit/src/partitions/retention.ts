import { type Kysely, sql, type Transaction } from 'kysely';
import { isDatabaseUnavailable } from '../db/index.ts';
import { firstIdAt } from '../ids/index.ts';
import { startInterval } from '../interval/index.ts';
import type { Logger } from '../log/index.ts';
import { dropEmptyPartitions } from './drop-partitions.ts';
import type { ErasePage } from './erase-page.ts';
import { makeNextPartition } from './make-partition.ts';
import { spanDaysOf } from './partition-spans.ts';

const dayMs = 86_400_000;
/** Partitions are made a week ahead and records go days late at worst: this is often enough. */
const everyMs = 600_000;
/** Records of one transaction, which writes as many events and holds their rows for some tens of milliseconds. */
const eraseMax = 500;
/** Transactions of one turn: 28 million records a day, above what is submitted. */
const erasingsMax = 400;

/** Records of one kind, and how long they are kept. */
export interface RetainedRecords<DB> {
  readonly table: string;
  /** The prefix of its ids: `text`. */
  readonly idPrefix: string;
  /** Whether the table is in partitions, which are made and dropped then. */
  readonly isPartitioned: boolean;
  /** Null for ever. */
  readonly retentionDays: number | null;
  /**
   * Erases records that have ended, with all that belongs to each: counters of lists, its deleted event, its children. One
   * that is processing is left out. All in the given transaction, of which there is one at a time for a table.
   * @returns how many were erased, and the id of the last one; null when there was none
   */
  readonly erase: (trx: Transaction<DB>, page: ErasePage) => Promise<Erased>;
}

/** Returns of such records those of test keys, which are kept for so many days, however long the others are. */
export const ofTestKeys = <DB>(records: RetainedRecords<DB>, retentionDays: number): RetainedRecords<DB> => ({
  ...records,
  isPartitioned: false,
  retentionDays,
  erase: (trx, page) => records.erase(trx, { ...page, ofTests: true }),
});

export interface Erased {
  readonly count: number;
  readonly last: string | null;
}

export interface RetentionOptions {
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** To be called after a transaction that erased records: their events are in the outbox. */
  readonly onErased?: (() => void) | undefined;
}

/**
 * Returns one turn, to be run at intervals: makes the next partition in time, erases records whose retention has passed, and
 * drops the partitions that are empty by that. Replicas may run it side by side.
 */
export function createRetention<DB>(
  db: Kysely<DB>,
  kinds: readonly RetainedRecords<DB>[],
  { log, clock = Date.now, onErased }: RetentionOptions,
): (signal: AbortSignal) => Promise<void> {
  const retain = async (kind: RetainedRecords<DB>, signal: AbortSignal) => {
    const { table, isPartitioned, retentionDays } = kind;
    const nowMs = clock();
    if (isPartitioned) {
      const made = await makeNextPartition(db, kind, { nowMs, spanDays: spanDaysOf(retentionDays) });
      if (made) log.info({ table, made }, 'made a partition ahead');
    }
    if (retentionDays === null) return;
    const beforeMs = nowMs - retentionDays * dayMs;
    const erased = await eraseAll(db, kind, { beforeMs, onErased, signal });
    if (erased > 0) log.info({ table, erased, retentionDays }, 'erased records whose retention has passed');
    if (!isPartitioned) return;
    const dropped = await dropEmptyPartitions(db, kind, { beforeMs });
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
        log.warn({ err: error, table: kind.table }, 'retention and partitions are left for the next turn');
      }
    }
  };
}

/** Nothing where another replica is at it: two that lower many counters in no order would wait for one another. */
const nothing: Erased = { count: 0, last: null };

const eraseOnce = <DB>(
  db: Kysely<DB>,
  { table, erase }: RetainedRecords<DB>,
  page: ErasePage,
): Promise<Erased> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('retention'), hashtext(${table})) as held`.execute(trx);
    return rows[0]?.held ? erase(trx, page) : nothing;
  });

async function eraseAll<DB>(
  db: Kysely<DB>,
  kind: RetainedRecords<DB>,
  options: Pick<RetentionOptions, 'onErased'> & { readonly beforeMs: number; readonly signal: AbortSignal },
): Promise<number> {
  const { onErased, signal } = options;
  const before = firstIdAt(kind.idPrefix, options.beforeMs);
  let after = '';
  let erased = 0;
  for (let turn = 0; turn < erasingsMax && !signal.aborted; turn++) {
    const { count, last } = await eraseOnce(db, kind, { after, before, limit: eraseMax });
    if (last === null) break;
    if (count > 0) onErased?.();
    erased += count;
    after = last;
  }
  return erased;
}

/** Erases records whose retention has passed, and keeps the partitions of tables that are in such, every ten minutes. */
export const startRetention = <DB>(
  db: Kysely<DB>,
  kinds: readonly RetainedRecords<DB>[],
  options: RetentionOptions,
): { readonly stop: () => Promise<void> } =>
  startInterval(createRetention(db, kinds, options), { name: 'retention', everyMs, log: options.log });
