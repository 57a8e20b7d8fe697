import type { BillingMetrics } from './billing-metrics.ts';
import type { EraseAtOwner } from './clients/data-owners.ts';
import type { ReadStatuses } from './clients/owners.ts';
import type { Db } from './store/tables.ts';

/** The dependencies of the handlers. */
export interface Deps {
  readonly db: Db;
  /** A separate connection, so that an audit takes none of the others. */
  readonly auditDb: Db;
  /** How long a request for an audit works, in ms. */
  readonly auditTimeoutMs: number;
  readonly metrics: BillingMetrics;
  readonly readStatuses: ReadStatuses;
  readonly eraseAtOwner: EraseAtOwner;
  /** How long an erasure waits at least, in ms, for what was accepted before it. */
  readonly erasureWaitMs: number;
  /** Credits of an account on a site below which it is said that they are low; 0 for never. */
  readonly creditsLowAt: number;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
  /** Credits that an address gets on each site when it signs up. */
  readonly signUpCredits: number;
  readonly now: () => Date;
}
