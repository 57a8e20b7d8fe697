import { imageEndedBroadcast, imageRequests } from '@redline/contracts';
import { type Bus, call, type Running, subscribe } from '@redline/service-kit/bus';
import type { CallResult } from '../domain/saga.ts';
import { tryCall } from './try-call.ts';

/** Watches for the ends of image checks. */
export interface EndedImages extends Running {
  /** Resolves with true once the check was announced to have ended, with false after `withinMs` without it. */
  readonly hasEnded: (id: string, withinMs: number) => Promise<boolean>;
}

/** A check may end between the publish and the wait. More than any replica waits for at once. */
const rememberedMax = 1_000;

/**
 * Subscribes once to the ends of image checks of all engines, for as many waiting requests as there are. A lost or
 * forgotten announcement costs its client a second: whoever waits also reads the record.
 */
export function watchEndedImages(bus: Bus): EndedImages {
  const waiting = new Map<string, Set<() => void>>();
  const remembered = new Set<string>();
  const subscription = subscribe(bus, imageEndedBroadcast, ({ id }) => {
    remembered.add(id);
    if (remembered.size > rememberedMax) {
      for (const oldest of remembered) {
        remembered.delete(oldest);
        break;
      }
    }
    for (const notify of waiting.get(id) ?? []) notify();
  });
  return {
    hasEnded(id, withinMs) {
      if (remembered.has(id)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const others = waiting.get(id) ?? new Set();
        waiting.set(id, others);
        const finish = (ended: boolean) => {
          clearTimeout(timer);
          others.delete(notify);
          if (others.size === 0) waiting.delete(id);
          resolve(ended);
        };
        const notify = () => finish(true);
        const timer = setTimeout(() => finish(false), withinMs);
        others.add(notify);
      });
    },
    stop: () => subscription.stop(),
  };
}

/** Has the owner fail an image check whose client has stopped waiting. */
export function expireImageCheck(
  bus: Bus,
  id: string,
  requestId: string,
): Promise<CallResult<'expired' | 'ended' | 'not_found'>> {
  return tryCall(async () => (await call(bus, imageRequests.expire, { id }, { requestId })).outcome);
}
