import type { imageJob, Site, videoJob } from '@redline/contracts';
import type { BlobStore } from '@redline/service-kit/blob';
import type { Bus } from '@redline/service-kit/bus';
import type { ReadApprovedText } from './clients/approved-text.ts';
import type { MeasureSource, OpenSource } from './clients/fetching/open-source.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import type { UploadDeps } from './handlers/uploads/upload-deps.ts';
import type { CheckImage } from './image/check-image.ts';
import type { Db } from './store/tables.ts';
import type { CheckVideo } from './video/check-video.ts';

/** The dependencies of all handlers. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  readonly blobs: BlobStore;
  readonly uploads: UploadDeps;
  /** Base URL of uploaded files, without a slash at its end. */
  readonly cdnHost: string;
  /** The sites whose images and videos are checked by this service. */
  readonly sites: readonly Site[];
  readonly openSource: OpenSource;
  readonly measureSource: MeasureSource;
  readonly checkImage: CheckImage;
  readonly checkVideo: CheckVideo;
  /** Tells whether voices of a site's language are transcribed by this installation. */
  readonly canTranscribe: (site: Site) => boolean;
  readonly readApprovedText: ReadApprovedText;
  readonly imageJob: typeof imageJob;
  /** Timeout of one attempt at an image. */
  readonly imageTimeoutMs: number;
  readonly videoJob: typeof videoJob;
  /** Timeout of one attempt at a video. */
  readonly videoTimeoutMs: number;
  /** Replacements for items of batches, which have processes of low priority. */
  readonly ofBatches: Pick<Deps, 'checkImage' | 'checkVideo' | 'imageTimeoutMs'>;
  readonly metrics: EngineMetrics;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
