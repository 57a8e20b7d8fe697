import { imageEndedBroadcast } from '@redline/contracts';
import { broadcast } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';

/**
 * Announces the committed end of an image check: wakes the relay of its event, and broadcasts it to the gateway whose
 * client waits. If NATS is down, the gateway finds the record within a second after it is back.
 */
export function announceImageEnd({ bus, wakeRelay }: Pick<Deps, 'bus' | 'wakeRelay'>, id: string): void {
  wakeRelay();
  if (bus.connected) broadcast(bus, imageEndedBroadcast, { id });
}
