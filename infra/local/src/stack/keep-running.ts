import type { LocalServer, Log } from '@redline/testkit/servers';
import { explain } from './explain.ts';

const delayMinMs = 500;
const delayMaxMs = 15_000;
/** One that ran this long before it ended starts again without delay growing. */
const steadyMs = 60_000;

export interface Keeper {
  /** To be told when the process ended without being asked. */
  readonly ended: (how: string) => void;
  /** Names the process to be started again. @returns stops watching */
  readonly watch: (server: LocalServer) => () => void;
}

/** Starts a process again whenever it dies, waiting 0.5 s and twice as long each time, up to 15 s. */
export function keepRunning(
  name: string,
  options: { readonly say: Log; readonly onRestart: () => void },
): Keeper {
  const { say, onRestart } = options;
  let server: LocalServer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delayMs = delayMinMs;
  let startedMs = performance.now();
  const schedule = (why: string) => {
    if (!server) return;
    if (performance.now() - startedMs > steadyMs) delayMs = delayMinMs;
    say(`${name} ended (${why}); starting it again in ${delayMs / 1_000} s`);
    timer = setTimeout(again, delayMs);
    delayMs = Math.min(delayMaxMs, delayMs * 2);
  };
  const again = () => {
    startedMs = performance.now();
    server?.start().then(
      () => {
        say(`${name} runs again`);
        onRestart();
      },
      (error: unknown) => schedule(explain(error)),
    );
  };
  return {
    ended: schedule,
    watch(running) {
      server = running;
      return () => {
        server = undefined;
        clearTimeout(timer);
      };
    },
  };
}
