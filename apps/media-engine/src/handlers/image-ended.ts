import { imageEndedBroadcast } from '@redline/contracts';
import { broadcast } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';

/**
 * Announces the end of an image check that was committed: wakes the relay of its event, and tells the gateway whose client
 * waits.
 * Where NATS is away the gateway finds it within a second of its coming back.
 */
export function announceImageEnd({ bus, wakeRelay }: Pick<Deps, 'bus' | 'wakeRelay'>, id: string): void {
  wakeRelay();
  if (bus.connected) broadcast(bus, imageEndedBroadcast, { id });
}
