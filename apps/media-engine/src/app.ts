import { batchLane, imageRequests, videoRequests } from '@redline/contracts';
import { consumeJobs, joinRunning, type Running, serveAll } from '@redline/service-kit/bus';
import { startInterval } from '@redline/service-kit/interval';
import type { Logger } from '@redline/service-kit/log';
import { startRetention } from '@redline/service-kit/partitions';
import { type SweepLimits, startSweeper } from '@redline/service-kit/records';
import type { Deps } from './deps.ts';
import { imageJobHandler } from './handlers/image-job.ts';
import { imageHandlers } from './handlers/image-requests.ts';
import { createRemoving } from './handlers/remove-objects.ts';
import { sweepMedia } from './handlers/sweep.ts';
import { videoJobHandler } from './handlers/video-job.ts';
import { videoHandlers } from './handlers/video-requests.ts';
import { serveAccounts } from './serve-accounts.ts';
import { serveUploads } from './serve-uploads.ts';
import { type RetentionDays, retainedChecks } from './store/retained-checks.ts';

export interface App {
  /** Serves requests and jobs, sweeps and removes; stopping takes no new work and waits for what runs. */
  readonly start: (limits: Limits, log: Logger) => Promise<Running>;
}

export interface Limits {
  readonly requestConcurrency: number;
  readonly imageConcurrency: number;
  readonly videoConcurrency: number;
  readonly batchImageConcurrency: number;
  readonly batchVideoConcurrency: number;
  readonly sweep: SweepLimits;
  readonly removeEveryMs: number;
  readonly retentionDays: RetentionDays;
}

/** Durable names of consumers; never renamed, because jobs of the old consumer would never be taken. */
const imageConsumer = 'media-engine-images';
const videoConsumer = 'media-engine-videos';
const batchImageConsumer = 'media-engine-batch-images';
const batchVideoConsumer = 'media-engine-batch-videos';

/** Builds the media engine from its dependencies. */
export function buildApp(deps: Deps): App {
  const { db, bus, cdnHost } = deps;
  return {
    async start(limits, log) {
      const jobs = await startJobs(deps, limits);
      const serving = { queue: 'media-engine', concurrency: limits.requestConcurrency };
      const servedImages = serveAll(bus, imageRequests, imageHandlers(deps), serving);
      const servedVideos = serveAll(bus, videoRequests, videoHandlers(deps), serving);
      const sweeping = startSweeper((options) => sweepMedia(deps, options), limits.sweep, log);
      const removing = startInterval(createRemoving(deps, log), {
        name: 'removals',
        everyMs: limits.removeEveryMs,
        log,
      });
      const uploads = serveUploads(deps.uploads, { bus, log });
      const accounts = serveAccounts(deps, serving);
      const retaining = startRetention(db, retainedChecks(limits.retentionDays, cdnHost), {
        log,
        onErased: deps.wakeRelay,
      });
      const served = [servedImages, servedVideos, uploads, accounts];
      return joinRunning([...jobs, ...served, sweeping, removing, retaining]);
    },
  };
}

/** Consumes both lanes of either kind: single checks, and items of batches. */
async function startJobs(deps: Deps, limits: Limits): Promise<readonly Running[]> {
  const { bus, ofBatches, imageJob, videoJob } = deps;
  const lanes = { imageJob: batchLane(imageJob), videoJob: batchLane(videoJob) };
  const batchDeps = { ...deps, ...ofBatches, ...lanes };
  return [
    await consumeJobs(bus, imageJob, imageJobHandler(deps), {
      durable: imageConsumer,
      concurrency: limits.imageConcurrency,
    }),
    await consumeJobs(bus, videoJob, videoJobHandler(deps), {
      durable: videoConsumer,
      concurrency: limits.videoConcurrency,
    }),
    await consumeJobs(bus, lanes.imageJob, imageJobHandler(batchDeps), {
      durable: batchImageConsumer,
      concurrency: limits.batchImageConcurrency,
    }),
    await consumeJobs(bus, lanes.videoJob, videoJobHandler(batchDeps), {
      durable: batchVideoConsumer,
      concurrency: limits.batchVideoConcurrency,
    }),
  ];
}
