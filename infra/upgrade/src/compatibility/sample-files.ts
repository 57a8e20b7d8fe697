import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sample, SampleHashes } from '@redline/contracts/compatibility';

const listOf = (contracts: string) => join(contracts, 'samples', 'hashes.json');

const filesIn = (contracts: string): readonly string[] =>
  globSync('*/*.json', { cwd: join(contracts, 'samples') })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();

/** Before they had a folder. */
const formerFiles = ['src/messages/golden.json', 'src/messages/golden-requests.json'];

/** Reads the samples of all releases. */
export function readSamples(contracts: string): readonly Sample[] {
  const former = formerFiles.filter((path) => existsSync(join(contracts, path)));
  const paths = [...former, ...filesIn(contracts).map((path) => join('samples', path))];
  return paths.flatMap((path): Sample[] => JSON.parse(readFileSync(join(contracts, path), 'utf8')));
}

/** Reads the recorded hash of each file; of older contracts there is none. */
export const readHashes = (contracts: string): SampleHashes =>
  existsSync(listOf(contracts)) ? JSON.parse(readFileSync(listOf(contracts), 'utf8')) : {};

/**
 * Records the files that are new.
 * @returns their paths
 * @throws Error when a file that was recorded before is another now, or gone
 */
export function recordSamples(contracts: string): readonly string[] {
  const recorded = readHashes(contracts);
  const hashOf = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(contracts, 'samples', path), 'utf8'))
      .digest('hex');
  const now = Object.fromEntries(filesIn(contracts).map((path) => [path, hashOf(path)]));
  const changed = Object.entries(recorded).filter(([path, hash]) => now[path] !== hash);
  if (changed.length > 0) {
    const paths = changed.map(([path]) => path).join(', ');
    throw new Error(`${paths}: a sample that was recorded stays as it is; add a file`);
  }
  writeFileSync(listOf(contracts), `${JSON.stringify(now, null, 2)}\n`);
  return Object.keys(now).filter((path) => recorded[path] === undefined);
}
