import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf, unpackPackages } from '../debian/unpack-packages.ts';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';
import { toolsDir } from '../tools-dir.ts';

const run = promisify(execFile);

/** PgBouncer as a command, with what it needs to find its libraries. */
export interface PgBouncerProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Such as `1.18.0`. */
  readonly version: string;
}

export interface FindPgBouncerOptions {
  /** Keeps what was fetched; with the programs of the tests when left out. */
  readonly cacheDir?: string;
  readonly log?: Log;
}

/** What it is linked with and a plain Debian lacks. */
const needed = /^lib(c-ares|event-)/;

/**
 * Finds `pgbouncer` on the PATH or in the cache folder, else takes it from Debian's package.
 * @throws ServerError with what to do when there is none and none can be had
 */
export async function findPgBouncer(options: FindPgBouncerOptions = {}): Promise<PgBouncerProgram> {
  const { cacheDir = toolsDir, log = () => undefined } = options;
  const unpacked = join(cacheDir, 'pgbouncer-debian');
  // Debian keeps it in a folder that is on root's PATH only.
  for (const command of ['pgbouncer', '/usr/sbin/pgbouncer']) {
    const version = await versionOf(command, {}).catch(() => undefined);
    if (version) return { command, env: {}, version };
  }
  try {
    await access(unpacked).catch(async () => {
      await unpackPackages({ packages: ['pgbouncer'], needed }, unpacked);
      log(`pgbouncer was taken from Debian's package into ${cacheDir}`);
    });
    const command = join(unpacked, 'usr', 'sbin', 'pgbouncer');
    const env = { LD_LIBRARY_PATH: await librariesIn(unpacked) };
    return { command, env, version: await versionOf(command, env) };
  } catch (error) {
    throw new ServerError(
      `pgbouncer is not here and Debian’s package could not be fetched: install pgbouncer (${reasonOf(error)})`,
      { cause: error },
    );
  }
}

async function versionOf(command: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await run(command, ['--version'], { timeout: 10_000, env: { ...process.env, ...env } });
  const [, version] = /^PgBouncer (\S+)/.exec(stdout) ?? [];
  if (!version) throw new Error(`${command} does not say its version`);
  return version;
}

/** The folder is named for the processor, as in x86_64-linux-gnu; it is missing where nothing was needed. */
async function librariesIn(folder: string): Promise<string> {
  const below = join(folder, 'usr', 'lib');
  const names = await readdir(below).catch(() => []);
  return names
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(below, name))
    .join(':');
}
