import type { Child, ChildLimits } from './child.ts';
import type { Identity } from './child-identity.ts';
import { guardCommand } from './guard.ts';
import type { SeccompFilter } from './seccomp-filter.ts';

/** The means of isolation that this machine has; see `detect-means.ts`. */
export interface Means {
  /** Options of `unshare` for the namespaces that can be made; none if there can be none. */
  readonly namespaces: readonly string[];
  /** Null where Landlock is missing: the paths that every child may use. */
  readonly paths: SystemPaths | null;
  readonly filter: SeccompFilter | null;
  /** Null if children run as the engine's user. */
  readonly identity: Identity | null;
  /** The engine has capabilities, which children lose. */
  readonly dropsCapabilities: boolean;
}

/** Paths that every child may use. */
export interface SystemPaths {
  readonly programs: readonly string[];
  readonly reads: readonly string[];
  readonly devices: readonly string[];
}

/** The means of a machine that has none, or is told to use none. Limits do not depend on them. */
export const noMeans: Means = {
  namespaces: [],
  paths: null,
  filter: null,
  identity: null,
  dropsCapabilities: false,
};

/**
 * Waits for a command and exits as it does, with 128 and the number of the signal that ended it; `exit` keeps it from
 * replacing itself. `unshare` of util-linux 2.38 says 1 for every signal, and what is the first process in a namespace
 * ignores signals that would end any other.
 */
const waiting = ['sh', '-c', '"$@"; exit $?', 'sh'];

/**
 * Returns the command line of a child. Each program of it sets something and replaces itself by the next, except `unshare`
 * and the shell in it, which wait. All of them end with the engine, however that ends.
 */
export function commandLine(means: Means, child: Child): readonly [command: string, ...args: string[]] {
  const { program, args, limits, niceness } = child;
  const { namespaces } = means;
  return [
    'setpriv',
    ...['--pdeathsig', 'KILL'],
    ...(namespaces.length > 0
      ? ['--', 'unshare', ...namespaces, '--', 'setpriv', '--pdeathsig', 'KILL']
      : []),
    ...privilegesOf(means),
    '--',
    ...(namespaces.includes('--fork') ? waiting : []),
    ...(niceness === 0 ? [] : ['nice', '-n', `${niceness}`]),
    ...['prlimit', ...boundsOf(limits), '--'],
    ...guardsOf(means, child),
    program,
    ...args,
  ];
}

function privilegesOf({ identity, dropsCapabilities }: Means): readonly string[] {
  return [
    ...(identity ? [`--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups'] : []),
    ...(dropsCapabilities ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    '--no-new-privs',
  ];
}

function boundsOf({
  addressBytes,
  dataBytes,
  cpuSeconds,
  fileBytes,
  filesOpen,
}: ChildLimits): readonly string[] {
  return [
    ...(addressBytes === undefined ? [] : [`--as=${addressBytes}`]),
    ...(dataBytes === undefined ? [] : [`--data=${dataBytes}`]),
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
    ...[`--fsize=${fileBytes}`, `--nofile=${filesOpen}`, '--core=0'],
  ];
}

function guardsOf({ paths, filter }: Means, { reads, folder }: Child): readonly string[] {
  return guardCommand({
    filter,
    paths: paths && {
      programs: paths.programs,
      reads: [...paths.reads, ...reads],
      writes: folder === undefined ? paths.devices : [...paths.devices, folder],
    },
  });
}
