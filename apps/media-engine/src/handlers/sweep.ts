import { batchLane, type JobRow } from '@redline/contracts';
import { createSweep, isProcessing, type SweepOptions, type Swept } from '@redline/service-kit/attempts';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { checkKinds, isOpenVideo, onLane } from '../store/check-kinds.ts';
import { failCheck } from '../store/fail-check.ts';
import { endUnfinished } from '../store/video-ends.ts';
import { tellImageEnded } from './image-ended.ts';

/** Sweeps checks that nobody will ever finish. @returns one turn, to be run at intervals */
export function sweepMedia(deps: Deps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { db, bus, imageJob, videoJob, metrics, wakeRelay } = deps;
  const images = onBothLanes(imageJob, {
    table: checkKinds.image.table,
    isOpen: isProcessing,
    async fail(failure) {
      const failed = await db.transaction().execute((trx) => failCheck(trx, checkKinds.image, failure));
      if (failed) tellImageEnded(deps, failure.id);
      return failed;
    },
  });
  const videos = onBothLanes(videoJob, {
    table: checkKinds.video.table,
    isOpen: isOpenVideo,
    async fail(failure) {
      const ended = await db.transaction().execute((trx) => endUnfinished(trx, failure));
      if (ended) wakeRelay();
      return ended;
    },
  });
  const onFailed = (reason: string) => metrics.swept.inc({ reason });
  return createSweep({ db, bus, onFailed }, [...images, ...videos], options);
}

/** The jobs of single checks lie elsewhere than those of items of batches. */
function onBothLanes(
  job: JobRow<z.ZodTypeAny>,
  { isOpen, ...swept }: Omit<Required<Swept>, 'subjectOf'>,
): readonly Swept[] {
  const { singles, batches } = onLane(isOpen);
  return [
    { ...swept, isOpen: singles, subjectOf: job.subjectOf },
    { ...swept, isOpen: batches, subjectOf: batchLane(job).subjectOf },
  ];
}
