import { idPrefixes, mainSite, testLimits, type videoEvents } from '@redline/contracts';
import type { MessageHandler } from '@redline/service-kit/bus';
import { ofTestKeys, type RetainedRecords } from '@redline/service-kit/partitions';
import type { Deps } from '../deps.ts';
import { eraseExpiredReports } from '../store/erase-expired-reports.ts';
import { eraseEnded, forgetChecks, recordDeletedCheck } from '../store/erase-reports.ts';
import type { Tables } from '../store/tables.ts';

type ErasingDeps = Pick<Deps, 'db' | 'metrics'>;

/** Erases the reports of a check that its client has deleted. Erasing twice does nothing, so there is no inbox. */
export function checkDeleted({
  db,
  metrics,
}: ErasingDeps): MessageHandler<(typeof videoEvents.deleted)['payload']> {
  return async ({ id, scope }) => {
    if (scope.siteId !== mainSite.id) return;
    metrics.erased.inc(await recordDeletedCheck(db, id));
  };
}

/** How long a report whose check was deleted stays after its end: those who watch it have its last events by then. */
export const watchedForMs = 60_000;
/** A submission that read the check before it was deleted has long stored its report by then. */
const rememberedForMs = 3_600_000;
const batchSize = 100;
/** Limit of batches in one turn; the rest waits for the next. */
const batchesPerTurnMax = 50;

/**
 * Erases the reports of deleted checks that were being written, once they have ended.
 * @returns one turn, to be run at intervals
 */
export function createErasing({ db, metrics }: ErasingDeps): (signal: AbortSignal) => Promise<void> {
  const inBatches = async (signal: AbortSignal, batchOf: () => Promise<number>) => {
    for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch++) {
      if ((await batchOf()) < batchSize) return;
    }
  };
  return async (signal) => {
    await inBatches(signal, async () => {
      const count = await eraseEnded(db, { endedForMs: watchedForMs, limit: batchSize });
      metrics.erased.inc(count);
      return count;
    });
    await inBatches(signal, () => forgetChecks(db, { olderThanMs: rememberedForMs, limit: batchSize }));
  };
}

/** Returns the reports as records that are kept for so many days (null for ever), and those of test keys. */
export function retainedReports(retentionDays: number | null): readonly RetainedRecords<Tables>[] {
  const reports: RetainedRecords<Tables> = {
    table: 'reports',
    idPrefix: idPrefixes.report,
    isPartitioned: false,
    retentionDays,
    erase: (trx, page) => eraseExpiredReports(trx, page, watchedForMs),
  };
  return [reports, ofTestKeys(reports, testLimits.recordsKeptDays)];
}
