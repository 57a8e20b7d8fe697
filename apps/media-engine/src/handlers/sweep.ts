import { createSweep, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { Deps } from '../deps.ts';
import { checkKinds } from '../store/check-kinds.ts';
import { failCheck } from '../store/fail-check.ts';
import { tellImageEnded } from './image-ended.ts';

/** Sweeps checks that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepMedia(deps: Deps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, imageJob, metrics } = deps;
  const images: Swept = {
    table: checkKinds.image.table,
    subjectOf: imageJob.subjectOf,
    async fail(failure) {
      const failed = await db.transaction().execute((trx) => failCheck(trx, checkKinds.image, failure));
      if (failed) tellImageEnded(deps, failure.id);
      return failed;
    },
  };
  return createSweep({ db, bus, onFailed: (reason) => metrics.swept.inc({ reason }) }, [images], options);
}
