import { imageEndedBroadcast, textEndedBroadcast } from '@redline/contracts';
import { type Bus, type Running, subscribe } from '@redline/service-kit/bus';

/** Watches for the ends of image checks, text checks and rewrites. */
export interface EndedRecords extends Running {
  /** Resolves with true once the record was announced to have ended, with false after `withinMs` without it. */
  readonly hasEnded: (id: string, withinMs: number) => Promise<boolean>;
}

/** A record may end between the publish and the wait, a few milliseconds: more than end in them. */
const rememberedMax = 1_000;

/**
 * Subscribes once to the ends that all engines announce, for as many waiting requests as there are. A lost or forgotten
 * announcement costs its client a second: whoever waits also reads the record.
 */
export function watchEndedRecords(bus: Bus): EndedRecords {
  const waiting = new Map<string, Set<() => void>>();
  const remembered = new Set<string>();
  const onEnd = ({ id }: { readonly id: string }) => {
    remembered.add(id);
    if (remembered.size > rememberedMax) {
      for (const oldest of remembered) {
        remembered.delete(oldest);
        break;
      }
    }
    for (const notify of waiting.get(id) ?? []) notify();
  };
  const subscriptions = [
    subscribe(bus, imageEndedBroadcast, onEnd),
    subscribe(bus, textEndedBroadcast, onEnd),
  ];
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
    async stop() {
      await Promise.all(subscriptions.map((subscription) => subscription.stop()));
    },
  };
}
