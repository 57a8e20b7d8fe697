import type { Scope } from '@redline/contracts';
import type { Bus } from '@redline/service-kit/bus';

/** A call to another service: on whose behalf and for which HTTP request. */
export interface CallContext {
  readonly bus: Bus;
  readonly scope: Scope;
  readonly requestId: string;
}
