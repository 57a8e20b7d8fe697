import { isDatabaseUnavailable } from '../db/unavailable.ts';
import { BusError, type BusErrorCode } from './bus-error.ts';
import { RetryLaterError } from './handler-errors.ts';

const transientCodes: ReadonlySet<BusErrorCode> = new Set([
  'no_responders',
  'disconnected',
  'timeout',
  'unavailable',
]);

/**
 * Returns whether a retry may succeed: the handler threw RetryLaterError, or its database or another service is down.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof RetryLaterError) return true;
  if (error instanceof BusError) return transientCodes.has(error.code);
  return isDatabaseUnavailable(error);
}
