import { spawnSync } from 'node:child_process';
import type { ChildLimits } from './child.ts';
import { childIdentity, isRoot } from './child-identity.ts';
import { commandLine, type Means, noMeans, type SystemPaths } from './command-line.ts';
import { seccompFilter } from './seccomp-filter.ts';

/** Options of `unshare`, the strongest first. In namespaces of its own a process sees neither network nor processes. */
const namespaceOptions = (): readonly (readonly string[])[] => {
  const own = ['--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // Only root needs no namespace of users for the others; without one it can still change its user in them.
  if (isRoot()) return [own];
  // Where parts of /proc are covered, as container engines do, no /proc can be mounted, and processes stay visible.
  return [
    ['--user', '--map-current-user', ...own],
    ['--user', '--map-current-user', '--net', '--ipc'],
  ];
};

const trialMs = 10_000;
const trialLimits: ChildLimits = { fileBytes: 0, filesOpen: 64 };

/**
 * Finds by trial what this machine allows: each means is tried alone, with a program that does nothing.
 * @param paths that every child may use
 */
export function detectMeans(paths: SystemPaths, searchPath: string): Means {
  if (process.platform !== 'linux') return noMeans;
  const works = (means: Partial<Means>): boolean => {
    const child = { program: 'true', args: [], limits: trialLimits, reads: [], niceness: 0 };
    const [command, ...args] = commandLine({ ...noMeans, ...means }, child);
    const env = { PATH: searchPath };
    return spawnSync(command, args, { stdio: 'ignore', timeout: trialMs, env }).status === 0;
  };
  const filter = seccompFilter(process.arch);
  const identity = childIdentity();
  return {
    namespaces: namespaceOptions().find((namespaces) => works({ namespaces })) ?? [],
    paths: works({ paths }) ? paths : null,
    filter: works({ filter }) ? filter : null,
    identity: identity && works({ identity }) ? identity : null,
    dropsCapabilities: isRoot() && works({ dropsCapabilities: true }),
  };
}

/**
 * Returns the means in the order to try them together: a checkout below a folder of root is closed to another user, so
 * the last ones do without.
 */
export const combinationsOf = (means: Means): readonly Means[] => [
  means,
  ...(means.identity ? [{ ...means, identity: null }] : []),
  ...(means.namespaces.length > 0 ? [{ ...means, identity: null, namespaces: [] }] : []),
  ...(means.paths ? [{ ...means, identity: null, namespaces: [], paths: null }] : []),
  noMeans,
];
