import { imageEndedBroadcast } from '@redline/contracts';
import { type Bus, type Running, subscribe } from '@redline/service-kit/bus';

/** Who waits for the end of an image check, and what ended of late. */
export interface EndedImages extends Running {
  /** Resolves with true when the end of a check is or was told, with false after so many milliseconds without. */
  readonly told: (id: string, withinMs: number) => Promise<boolean>;
}

/** An end may be told between the publish and the wait. More than any replica waits for at once. */
const rememberedMax = 1_000;

/**
 * Hears, by one subscription, which image checks end on any engine. As many can wait as there are requests in flight;
 * what is not heard, or forgotten, costs its client a second: whoever waits reads the record as well.
 */
export function hearEndedImages(bus: Bus): EndedImages {
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
    for (const tell of waiting.get(id) ?? []) tell();
  });
  return {
    told(id, withinMs) {
      if (remembered.has(id)) return Promise.resolve(true);
      return new Promise((resolve) => {
        const others = waiting.get(id) ?? new Set();
        waiting.set(id, others);
        const end = (told: boolean) => {
          clearTimeout(timer);
          others.delete(tell);
          if (others.size === 0) waiting.delete(id);
          resolve(told);
        };
        const tell = () => end(true);
        const timer = setTimeout(() => end(false), withinMs);
        others.add(tell);
      });
    },
    stop: () => subscription.stop(),
  };
}
