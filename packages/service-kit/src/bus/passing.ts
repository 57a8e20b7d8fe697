import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { BusError, type BusErrorCode } from './bus-error.ts';
import { RetryLater } from './failures.ts';

const passingCodes: ReadonlySet<BusErrorCode> = new Set([
  'no_responders',
  'disconnected',
  'timeout',
  'unavailable',
]);

/** Whether the same thing may succeed later: the handler says so, its database is away, or a neighbour is. */
export function isPassing(error: unknown): boolean {
  if (error instanceof RetryLater) return true;
  if (error instanceof BusError) return passingCodes.has(error.code);
  return isDatabaseUnavailable(error);
}
