import { waitFor } from '@redline/testkit/servers';
import { StackError } from './stack-error.ts';
import { readState, removeState, type StackProcess, stillRuns } from './state.ts';

/** Longer than the 15 s in which services hand back their work. */
const orderlyEndMs = 20_000;
const forcedEndMs = 5_000;

/**
 * Prepares a new start: stops the processes that a killed stack left behind. Only processes that are certainly those of
 * the state are signalled.
 * @throws StackError if a stack runs in this checkout
 */
export async function endPreviousStack(stateFile: string, say: (line: string) => void): Promise<void> {
  const state = readState(stateFile);
  if (!state) return;
  const { launcher, apiUrl } = state;
  if (launcher.pid !== process.pid && stillRuns(launcher)) {
    throw new StackError(
      `Redline already runs in this checkout at ${apiUrl}; stop it with ctrl-C or \`kill ${launcher.pid}\``,
    );
  }
  const orphans = state.processes.filter(stillRuns);
  if (orphans.length > 0)
    say(`stopping what a killed start left behind: ${orphans.map((it) => it.name).join(', ')}`);
  const servers = orphans.filter(({ name }) => name === 'postgres' || name === 'nats');
  await endAll(orphans.filter((it) => !servers.includes(it)));
  await endAll(servers);
  removeState(stateFile);
}

async function endAll(orphans: readonly StackProcess[]): Promise<void> {
  // On SIGTERM Postgres waits for its clients; SIGINT is its fast and safe shutdown.
  for (const { name, pid } of orphans) process.kill(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const gone = () => !orphans.some(stillRuns);
  await waitFor(gone, { timeoutMs: orderlyEndMs, everyMs: 50 }).catch(async () => {
    for (const { pid } of orphans.filter(stillRuns)) process.kill(pid, 'SIGKILL');
    await waitFor(gone, { timeoutMs: forcedEndMs, what: 'the end of the old stack' });
  });
}
