import { textEndedBroadcast } from '@redline/contracts';
import { broadcast } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';

/**
 * Announces the committed end of a check or a rewrite: wakes the relay of its event, and broadcasts it to the gateway
 * whose client may wait. If NATS is down, the gateway finds the record within a second after it is back.
 * @param id of the check or the rewrite
 */
export function announceEnd({ bus, wakeRelay }: Pick<Deps, 'bus' | 'wakeRelay'>, id: string): void {
  wakeRelay();
  if (bus.connected) broadcast(bus, textEndedBroadcast, { id });
}
