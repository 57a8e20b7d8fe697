import type { BillingMetrics } from './billing-metrics.ts';
import type { ReadStatuses } from './clients/owners.ts';
import type { Db } from './store/tables.ts';

/** The dependencies of the handlers. */
export interface Deps {
  readonly db: Db;
  /** A separate connection with a longer time limit. */
  readonly auditDb: Db;
  readonly metrics: BillingMetrics;
  readonly readStatuses: ReadStatuses;
  readonly now: () => Date;
}
