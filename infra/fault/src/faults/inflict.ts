import { setTimeout as sleep } from 'node:timers/promises';
import { type LocalServer, waitFor } from '@redline/testkit/servers';
import type { FaultStack } from '../stack/fault-stack.ts';
import type { Fault, Harm } from './fault.ts';

/** A service that finds neither Postgres nor NATS exits and is restarted, as an orchestrator would do. */
const startAttemptsMax = 10;
const startPauseMs = 300;
const exitTimeoutMs = 10_000;
/** A NATS server lets its clients go over `lame_duck_duration`, which testkit sets to its least, 30 s. */
const lameDuckTimeoutMs = 60_000;

const untilExit = (server: LocalServer, timeoutMs: number) =>
  waitFor(() => server.pid() === undefined, { timeoutMs, what: 'the shutdown' });

type ProcessHarm = Exclude<Harm, 'promote' | 'wipe'>;

const harm: Record<ProcessHarm, (server: LocalServer) => Promise<unknown>> = {
  kill: (server) => server.kill(),
  stop: (server) => server.stop(),
  restart: (server) => server.stop(),
  pause: async (server) => server.signal('SIGSTOP'),
  // Postgres' "immediate": no checkpoint, and the next start recovers from the log.
  async immediate(server) {
    server.signal('SIGQUIT');
    await untilExit(server, exitTimeoutMs);
  },
  async 'lame-duck'(server) {
    server.signal('SIGUSR2');
    await untilExit(server, lameDuckTimeoutMs);
  },
};

/**
 * Injects one fault into a stack and recovers what it harmed.
 * @returns once the process is ready again
 * @throws Error if the process had exited by itself, or cannot be started any more
 */
export async function inflict(stack: FaultStack, fault: Fault): Promise<void> {
  if (fault.harm === 'wipe') return stack.wipe(() => sleep(fault.downMs));
  if (fault.harm === 'promote') {
    if (!stack.promote) throw new Error('this stack has no standby');
    return stack.promote();
  }
  const server = stack.servers.get(fault.target);
  if (!server) throw new Error(`this stack has no ${fault.target}`);
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
