import { batchLane } from '@redline/contracts';
import { createSweep, type SweepOptions } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { lanes } from '../store/check-kinds.ts';
import { imageRecords, videoRecords } from './check-records.ts';

/** Creates the sweeper of checks that no worker will finish. @returns one turn, to be run at intervals */
export function sweepMedia(deps: Deps, options: SweepOptions): (signal: AbortSignal) => Promise<void> {
  const { bus, imageJob, videoJob, metrics } = deps;
  const images = imageRecords(deps);
  const videos = videoRecords(deps);
  const swept = [
    { records: images, lane: lanes.singles, subjectOf: imageJob.subjectOf },
    { records: images, lane: lanes.batches, subjectOf: batchLane(imageJob).subjectOf },
    { records: videos, lane: lanes.singles, subjectOf: videoJob.subjectOf },
    { records: videos, lane: lanes.batches, subjectOf: batchLane(videoJob).subjectOf },
  ];
  const onFailed = (reason: string) => metrics.swept.inc({ reason });
  return createSweep({ bus, onFailed }, swept, options);
}
