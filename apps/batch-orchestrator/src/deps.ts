import type { BatchItemKind, batchDeletionJob, batchJob, Site } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { MeasureVideo } from './clients/measure-video.ts';
import type { CheckOwner } from './clients/owners.ts';
import type { OrchestratorMetrics } from './orchestrator-metrics.ts';
import type { Db } from './store/tables.ts';

/** The dependencies of all handlers. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  readonly sites: readonly Site[];
  readonly owners: Readonly<Record<BatchItemKind, CheckOwner>>;
  readonly measureVideo: MeasureVideo;
  readonly batchJob: typeof batchJob;
  readonly batchDeletionJob: typeof batchDeletionJob;
  /** Timeout of one attempt at dispatching a batch. */
  readonly dispatchTimeoutMs: number;
  readonly metrics: OrchestratorMetrics;
  /** Aborted when the service stops: work that waits for another service is then handed back. */
  readonly stopping: AbortSignal;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
