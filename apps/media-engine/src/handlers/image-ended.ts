import { imageEndedBroadcast } from '@redline/contracts';
import { broadcast } from '@redline/service-kit/bus';
import type { Deps } from '../deps.ts';

/**
 * Tells of the end of an image check that was committed: the relay of its event, and the gateway whose client waits.
 * Where NATS is away the gateway finds it within a second of its coming back.
 */
export function tellImageEnded({ bus, wakeRelay }: Pick<Deps, 'bus' | 'wakeRelay'>, id: string): void {
  wakeRelay();
  if (bus.connected) broadcast(bus, imageEndedBroadcast, { id });
}
