import { createSweep, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { Deps } from '../deps.ts';
import { checkKinds, isOpenVideo } from '../store/check-kinds.ts';
import { failCheck } from '../store/fail-check.ts';
import { endUnfinished } from '../store/video-attempts.ts';
import { tellImageEnded } from './image-ended.ts';

/** Sweeps checks that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepMedia(deps: Deps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, imageJob, videoJob, metrics, wakeRelay } = deps;
  const images: Swept = {
    table: checkKinds.image.table,
    subjectOf: imageJob.subjectOf,
    async fail(failure) {
      const failed = await db.transaction().execute((trx) => failCheck(trx, checkKinds.image, failure));
      if (failed) tellImageEnded(deps, failure.id);
      return failed;
    },
  };
  const videos: Swept = {
    table: checkKinds.video.table,
    isOpen: isOpenVideo,
    subjectOf: videoJob.subjectOf,
    async fail(failure) {
      const ended = await db.transaction().execute((trx) => endUnfinished(trx, failure));
      if (ended) wakeRelay();
      return ended;
    },
  };
  return createSweep(
    { db, bus, onFailed: (reason) => metrics.swept.inc({ reason }) },
    [images, videos],
    options,
  );
}
