import { waitFor } from '@redline/testkit/servers';
import { StackError } from './stack-error.ts';
import { readState, removeState, type StackProcess, stillRuns } from './state.ts';

/** Services have 15 s to hand back their work. */
const orderlyEndMs = 20_000;
const forcedEndMs = 5_000;

/**
 * Makes room for a new start: refuses while another one runs in this checkout, and ends what one that was killed left
 * behind. Only processes that are surely those of the state are touched.
 * @throws StackError when a stack runs here
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
  // Postgres ends on SIGTERM only when its clients have gone; SIGINT is its fast and safe end.
  for (const { name, pid } of orphans) process.kill(pid, name === 'postgres' ? 'SIGINT' : 'SIGTERM');
  const gone = () => !orphans.some(stillRuns);
  await waitFor(gone, { timeoutMs: orderlyEndMs, everyMs: 50 }).catch(async () => {
    for (const { pid } of orphans.filter(stillRuns)) process.kill(pid, 'SIGKILL');
    await waitFor(gone, { timeoutMs: forcedEndMs, what: 'the end of the old stack' });
  });
}
