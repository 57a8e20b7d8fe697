import type { LocalServer, Log } from '@redline/testkit/servers';
import { explain } from './explain.ts';

const delayMinMs = 500;
const delayMaxMs = 15_000;
/** A process that ran at least this long is restarted with the first delay. */
const steadyMs = 60_000;

export interface Keeper {
  /** Must be called when the process exited by itself. */
  readonly ended: (how: string) => void;
  /** Watches the process that is to be restarted. @returns a function that stops watching */
  readonly watch: (server: LocalServer) => () => void;
}

/** Restarts a process whenever it exits, after delays that double from 0.5 s to 15 s. */
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
