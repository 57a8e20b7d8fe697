import type { BillingMetrics } from './billing-metrics.ts';
import type { Db } from './store/tables.ts';

/** What every handler may use. */
export interface Deps {
  readonly db: Db;
  /** A connection of its own with a longer time limit. */
  readonly auditDb: Db;
  readonly metrics: BillingMetrics;
  readonly now: () => Date;
}
