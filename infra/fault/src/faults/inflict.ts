import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, waitFor } from '@redline/testkit/servers';
import type { Fault, Harm } from './fault.ts';

/** A service that finds neither Postgres nor NATS exits and is restarted, as an orchestrator would do. */
const startAttemptsMax = 10;
const startPauseMs = 300;
const exitTimeoutMs = 10_000;

const harm: Record<Harm, (server: LocalServer) => Promise<void>> = {
  kill: (server) => server.kill(),
  stop: (server) => server.stop(),
  pause: async (server) => server.signal('SIGSTOP'),
  // Postgres' "immediate": no checkpoint, and the next start recovers from the log.
  async immediate(server) {
    server.signal('SIGQUIT');
    await waitFor(() => server.pid() === undefined, { timeoutMs: exitTimeoutMs, what: 'the shutdown' });
  },
};

/**
 * Injects one fault into a process and recovers the process.
 * @returns once the process is ready again
 * @throws Error if the process had exited by itself, or cannot be started any more
 */
export async function inflict(server: LocalServer, fault: Fault): Promise<void> {
  if (server.pid() === undefined) throw new Error(`${fault.target} has ended, though nobody had harmed it`);
  await harm[fault.harm](server);
  await sleep(fault.downMs);
  if (fault.harm === 'pause') server.signal('SIGCONT');
  else await startAgain(server);
}

async function startAgain(server: LocalServer): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.start();
    } catch (error) {
      if (attempt === startAttemptsMax) throw error;
    }
    await sleep(startPauseMs);
  }
}
