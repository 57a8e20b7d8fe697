import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Identity, privileged } from '../process/privileges.ts';
import { ServerError } from '../server-error.ts';
import type { PostgresBinaries } from './binaries.ts';

const run = promisify(execFile);
const majorVersion = '18';
const initTimeoutMs = 60_000;
const passwordFile = 'redline-password';

/** The superuser of the servers started here. */
export const adminUser = 'redline_admin';

export interface InitOptions {
  readonly dataDir: string;
  readonly identity: Identity | undefined;
  /** Whether the files are forced to the disk. */
  readonly durable: boolean;
}

/**
 * Makes the data of a server unless it is there. A run that broke off leaves nothing that counts as data.
 * @returns the superuser's password, which stays in the folder
 * @throws ServerError when the data belongs to another major version, or initdb's reason (disk, permissions)
 */
export async function initData(binaries: PostgresBinaries, options: InitOptions): Promise<string> {
  const { dataDir } = options;
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return create(binaries, options);
  if (version.trim() !== majorVersion) {
    throw new ServerError(
      `the data in ${dataDir} was made by PostgreSQL ${version.trim()}, this is ${majorVersion}`,
    );
  }
  return (await readFile(join(dataDir, passwordFile), 'utf8')).trim();
}

async function create(binaries: PostgresBinaries, options: InitOptions): Promise<string> {
  const { dataDir, identity, durable } = options;
  const unfinished = `${dataDir}.unfinished`;
  const password = randomBytes(18).toString('base64url');
  const handOver = (path: string) => (identity ? chown(path, identity.uid, identity.gid) : undefined);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'data'), { recursive: true, mode: 0o700 });
  await writeFile(join(unfinished, passwordFile), password, { mode: 0o600 });
  for (const path of ['.', 'data', passwordFile]) await handOver(join(unfinished, path));
  const flags = ['-D', join(unfinished, 'data'), '-U', adminUser, '--encoding=UTF8', '--locale=C'];
  const access = ['--auth=scram-sha-256', `--pwfile=${join(unfinished, passwordFile)}`];
  const all = [...flags, ...access, ...(durable ? [] : ['--no-sync'])];
  const line = privileged(binaries.initdb, all, { identity, folder: unfinished, deathSignal: 'KILL' });
  try {
    await run(line.command, line.args, { timeout: initTimeoutMs, ...line.identity });
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new ServerError(`initdb failed: ${reasonOf(error)}`, { cause: error });
  }
  await rename(join(unfinished, passwordFile), join(unfinished, 'data', passwordFile));
  await rename(join(unfinished, 'data'), dataDir);
  await rm(unfinished, { recursive: true, force: true });
  return password;
}

function reasonOf(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const lines = output.trim().split('\n');
  return (lines.find((line) => /error|FATAL|denied|No space/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
