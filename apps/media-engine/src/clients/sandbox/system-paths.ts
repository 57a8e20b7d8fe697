import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SystemPaths } from './command-line.ts';

/** Programs, libraries and data of the system. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64'];

/** Settings of libraries, and what Node reads about the machine: its memory, its cores, their limits. */
const machine = [
  ...[
    '/etc/ld.so.cache',
    '/etc/fonts',
    '/etc/localtime',
    '/etc/nsswitch.conf',
    '/etc/passwd',
    '/etc/ssl/openssl.cnf',
  ],
  ...['/proc/self', '/proc/meminfo', '/proc/cpuinfo', '/proc/stat', '/proc/version', '/proc/sys'],
  ...['/sys/devices/system/cpu', '/sys/fs/cgroup', '/dev/urandom', '/dev/random', '/dev/zero'],
];

const devices = ['/dev/null'];

/**
 * Returns the paths that every child may use. Those that do not exist are left out.
 * @param programs the folders of the search path, and paths of programs: of each, its libraries and its data too
 */
export function systemPaths(programs: {
  readonly searchPath: string;
  readonly files: readonly string[];
}): SystemPaths {
  const folders = [...programs.searchPath.split(':'), ...programs.files.map((file) => dirname(file))];
  const installed = folders
    .filter((folder) => folder.startsWith('/'))
    .flatMap((folder) => [folder, ...besides.map((name) => join(dirname(folder), name))]);
  const all = [...system, dirname(process.execPath), ...code, ...installed].filter((path) =>
    existsSync(path),
  );
  const real = [...new Set(all.map((path) => realpathSync(path)))];
  const isInside = (path: string) =>
    real.some((other) => path.startsWith(join(other, '/')) && path !== other);
  return {
    programs: real.filter((path) => !isInside(path)),
    reads: machine.filter((path) => existsSync(path)),
    devices,
  };
}

/** Where a program that is installed elsewhere has its libraries and data, beside its folder. */
const besides = ['lib', 'lib64', 'libexec', 'share'];

/** The code of this service: sources run as they are from the checkout, a bundle from its folder. */
const codeFolder = fileURLToPath(
  import.meta.url.endsWith('.ts')
    ? new URL('../../../../../', import.meta.url)
    : new URL('./', import.meta.url),
);

/** In a second checkout the dependencies may be links to those of the first. */
const code = [
  codeFolder,
  ...['.', 'apps/media-engine'].map((name) => join(codeFolder, name, 'node_modules')),
];
