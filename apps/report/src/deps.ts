import type { reportJob } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';
import type { ReadVideoCheck } from './clients/video-checks.ts';
import type { WriteSection } from './domain/write-section.ts';
import type { ReportMetrics } from './report-metrics.ts';
import type { Db } from './store/tables.ts';

/** The dependencies of all handlers. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  readonly readVideoCheck: ReadVideoCheck;
  readonly writeSection: WriteSection;
  readonly job: typeof reportJob;
  /** Timeout of one attempt at a report. */
  readonly timeoutMs: number;
  readonly metrics: ReportMetrics;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
