import { imageRequests } from '@redline/contracts';
import { type Bus, call } from '@redline/service-kit/bus';
import type { CallResult } from '../domain/saga.ts';
import { tryCall } from './try-call.ts';

/** Has the owner fail an image check whose client has stopped waiting. */
export function expireImageCheck(
  bus: Bus,
  id: string,
  requestId: string,
): Promise<CallResult<'expired' | 'ended' | 'not_found'>> {
  return tryCall(async () => (await call(bus, imageRequests.expire, { id }, { requestId })).outcome);
}
