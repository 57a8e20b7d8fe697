import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { busUsers } from '@redline/contracts/bus-users';
import {
  type MessagePart,
  messageParts,
  type Sample,
  type SampleHashes,
} from '@redline/contracts/compatibility';
import { readHashes, readSamples } from './sample-files.ts';

/** The contracts of one commit. */
export interface Contracts {
  readonly parts: readonly MessagePart[];
  readonly users: typeof busUsers | Readonly<Record<string, never>>;
  readonly samples: readonly Sample[];
  readonly hashes: SampleHashes;
}

const contractsFolder = join('packages', 'contracts');

/**
 * Loads the contracts of a commit, without its dependencies: they need only zod and ts-rest, and get those of this checkout.
 * @param folder an empty one, to write them to
 * @throws Error with the output of git when it does not have the commit
 */
export async function contractsAt(root: string, commit: string, folder: string): Promise<Contracts> {
  const archive = join(folder, 'contracts.tar');
  run(root, 'git', ['archive', `--output=${archive}`, commit, contractsFolder, 'tsconfig.base.json']);
  run(folder, 'tar', ['-xf', archive]);
  const contracts = join(folder, contractsFolder);
  mkdirSync(contracts, { recursive: true });
  symlinkSync(join(root, contractsFolder, 'node_modules'), join(contracts, 'node_modules'));
  return loadContracts(contracts);
}

/** Loads the contracts in a folder. */
export async function loadContracts(folder: string): Promise<Contracts> {
  const load = (...path: readonly string[]) => import(pathToFileURL(join(folder, 'src', ...path)).href);
  const hasUsers = existsSync(join(folder, 'src', 'bus-users', 'index.ts'));
  return {
    parts: messageParts(await load('index.ts')),
    users: hasUsers ? (await load('bus-users', 'index.ts')).busUsers : {},
    samples: readSamples(folder),
    hashes: readHashes(folder),
  };
}

function run(cwd: string, command: string, args: readonly string[]): void {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${done.stderr}`);
}
