import { BusError } from '@redline/service-kit/bus';
import type { CallResult } from '../domain/saga.ts';

/**
 * Runs a call to another service and returns how it ended, also when the bus or the service failed.
 * @throws Error for anything but a BusError: a bug of ours
 */
export async function tryCall<A>(run: () => Promise<A>): Promise<CallResult<A>> {
  try {
    return { end: 'answered', answer: await run() };
  } catch (error) {
    if (!(error instanceof BusError)) throw error;
    const end = error.delivered === 'no' ? 'not_delivered' : 'unknown';
    return { end, reason: `${error.code}: ${error.message}` };
  }
}
