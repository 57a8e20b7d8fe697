import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Lists of a slow mirror, and about 150 MB of packages. */
const listsTimeoutMs = 120_000;
const installTimeoutMs = 300_000;
/** Another process may be installing the same. */
const lockWaitSeconds = 120;

/**
 * Installs packages of Debian, which only root can. Tried at once, then again with fresh lists: a machine may have none, or
 * such that name packages of last month.
 * @throws the error of `apt-get`, of which `reasonOf` makes a line
 */
export async function installPackages(packages: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const aptGet = (timeout: number, ...args: readonly string[]) =>
    run('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${lockWaitSeconds}`, ...args], { env: quiet, timeout });
  const installing = () =>
    aptGet(installTimeoutMs, 'install', '--yes', '--no-install-recommends', ...packages);
  await installing().catch(async () => {
    await aptGet(listsTimeoutMs, '-o', 'APT::Update::Error-Mode=any', 'update');
    await installing();
  });
}

/** Returns the line of apt-get that says why it failed. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('killed' in error && error.killed) return 'apt-get took too long';
  const lines = ('stderr' in error ? String(error.stderr) : error.message).trim().split('\n');
  return (lines.find((line) => /^[EW]:/.test(line)) ?? error.message.split('\n')[0] ?? '').trim();
}
