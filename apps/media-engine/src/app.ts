import type { Running } from '@redline/service-kit/bus';
import type { Deps } from './deps.ts';

export interface App {
  /** Answers requests and works on jobs; stopping takes nothing new and waits for what runs. */
  readonly start: () => Promise<Running>;
}

/** The media engine, wired. */
export function buildApp(_deps: Deps): App {
  const running: readonly Running[] = [];
  return {
    async start() {
      return {
        async stop() {
          await Promise.all(running.map((one) => one.stop()));
        },
      };
    },
  };
}
