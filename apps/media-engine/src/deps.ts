import type { Bus } from '@redline/service-kit/bus';
import type { Db } from './store/tables.ts';

/** What every handler may use. */
export interface Deps {
  readonly db: Db;
  readonly bus: Bus;
  /** To be called after a commit that wrote to the outbox. */
  readonly wakeRelay: () => void;
}
