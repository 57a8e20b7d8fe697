import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { ServerError } from '../server-error.ts';

/** The unprivileged user that a server runs as. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A command line for `spawn`. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly identity?: Identity | undefined;
}

/**
 * Postgres refuses to run as root: root hands it to the owner of its data, else to `postgres` or `nobody`, users that
 * exist already, so nothing is added to the machine.
 * @param dataDir data that may exist already
 * @returns undefined when this process is not root
 */
export function serverIdentity(dataDir: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(dataDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new ServerError('Postgres refuses to run as root and there is no user postgres or nobody here');
}

/**
 * Wraps a command so that it runs as `identity` and gets `deathSignal` when this process dies, even by SIGKILL. Both
 * need `setpriv` (part of every Debian); without it the command still runs, only an orphan is possible.
 */
export function privileged(
  command: string,
  args: readonly string[],
  options: {
    readonly identity?: Identity | undefined;
    /** A folder that the command works in. */
    readonly folder?: string;
    readonly deathSignal?: 'INT' | 'TERM' | 'KILL';
  },
): CommandLine {
  const { identity, folder = '/', deathSignal } = options;
  const plain = { command, args, identity };
  if (process.platform !== 'linux' || !runs('setpriv', ['--pdeathsig', 'keep', 'true'])) return plain;
  const flags = [
    ...(identity ? identityFlags(identity, command, folder) : []),
    ...(deathSignal ? ['--pdeathsig', deathSignal] : []),
  ];
  return { command: 'setpriv', args: [...flags, command, ...args] };
}

/**
 * Where the user cannot reach the program or its data (a checkout below /root), the process keeps the capability to pass
 * permission checks; `no_setuid_fixup` makes access(2), which Postgres calls on its own file, honour it.
 */
function identityFlags({ uid, gid }: Identity, command: string, folder: string): string[] {
  const flags = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  if (runs('setpriv', [...flags, 'test', '-x', command, '-a', '-x', folder])) return flags;
  const caps = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
  return [...flags, '--securebits=+no_setuid_fixup', ...caps];
}

function runs(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}
