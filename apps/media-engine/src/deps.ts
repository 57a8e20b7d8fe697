import type { imageJob, Site, videoJob } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import type { Bus } from '@redline/service-kit/bus';
import type { ReadApprovedText } from './clients/approved-text.ts';
import type { MeasureSource, OpenSource } from './clients/fetching/open-source.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { UploadDeps } from './handlers/uploads/upload-deps.ts';
import type { LookAtPicture } from './image/check-image.ts';
import type { Db } from './store/tables.ts';
import type { WatchVideo } from './video/check-video.ts';

/** What every handler may use. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  readonly blobs: BlobStore;
  readonly uploads: UploadDeps;
  /** The URL that uploads are served below, without a slash at its end. */
  readonly cdnHost: string;
  /** The sites whose images and videos are checked here. */
  readonly sites: readonly Site[];
  readonly openSource: OpenSource;
  readonly measureSource: MeasureSource;
  readonly lookAtPicture: LookAtPicture;
  readonly watchVideo: WatchVideo;
  /** Whether voices of a site's language are transcribed here. */
  readonly canTranscribe: (site: Site) => boolean;
  readonly readApprovedText: ReadApprovedText;
  readonly imageJob: typeof imageJob;
  /** Of one attempt at an image. */
  readonly imageTimeoutMs: number;
  readonly videoJob: typeof videoJob;
  /** Of one attempt at a video. */
  readonly videoTimeoutMs: number;
  /** What items of batches are worked on with instead, so that they take little from what somebody waits for. */
  readonly ofBatches: Pick<Deps, 'lookAtPicture' | 'watchVideo' | 'imageTimeoutMs'>;
  readonly metrics: EngineMetrics;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
