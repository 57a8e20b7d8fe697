import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { impurities } from './impurities.ts';
import { repeatsBetweenApps } from './repeats.ts';

const skipped = (path: string) => path === 'node_modules' || path === 'dist';

/** The TypeScript files of the workspace's packages, relative to its root. */
export function sourceFiles(root: string): readonly string[] {
  const found = globSync('{apps,packages,tools,infra,clients}/**/*.ts', { cwd: root, exclude: skipped });
  return found.map((path) => path.replaceAll('\\', '/')).sort();
}

/** Folders whose code is pure functions of its input. */
const pureRooms = [
  /^(apps|clients)\/[^/]+\/src\/domain\//,
  // `load/` reads the files of packs; `live/` of the matcher starts a thread with a time limit.
  /^packages\/rule-engine\/src\/(?!load\/)/,
  /^packages\/matcher\/src\/(?!live\/)/,
  /^packages\/contracts\/src\//,
];

/** Returns one line for each place where code of a pure room reads a clock, rolls dice or looks at its process. */
export function purityFaults(root: string): readonly string[] {
  const pure = sourceFiles(root).filter(
    (path) => pureRooms.some((room) => room.test(path)) && !path.endsWith('.test.ts'),
  );
  return pure.flatMap((path) => impurities(path, readFileSync(join(root, path), 'utf8')));
}

/** Migrations stay as they have run, so what two of them have in common is not taken out. */
const isRepeatable = (path: string) => /^apps\/[^/]+\/migrations\//.test(path);

/** One line for each run of lines that two apps have in common: what two services say alike belongs in a package. */
export function repeatFaults(root: string): readonly string[] {
  const files = sourceFiles(root).filter((path) => path.startsWith('apps/') && !isRepeatable(path));
  return repeatsBetweenApps(files.map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') })));
}
