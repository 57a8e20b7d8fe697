import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';
import { toolsDir } from '../tools-dir.ts';
import { reasonOf, unpackPackages } from './unpack-packages.ts';

const run = promisify(execFile);

/** A program as a command, with what it needs to find its libraries. */
export interface DebianProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Such as `1.18.0`. */
  readonly version: string;
}

export interface DebianProgramSpec {
  /** The name of the program. */
  readonly name: string;
  /** Its package; of the program's name when left out. */
  readonly package?: string;
  /** The folder in `/usr`; `sbin`, that of servers, when left out. */
  readonly folder?: 'bin' | 'sbin';
  readonly versionFlag: string;
  /** Finds the version, as its first group, in what the program prints. */
  readonly versionPattern: RegExp;
  /** Packages that it is linked with and a plain Debian lacks. */
  readonly needed: RegExp;
}

export interface FindProgramOptions {
  /** Keeps what was fetched; with the programs of the tests when left out. */
  readonly cacheDir?: string;
  readonly log?: Log;
}

/**
 * Finds a program on the PATH or in the cache folder, else takes it from Debian's package.
 * @throws ServerError with what to do when there is none and none can be had
 */
export async function findDebianProgram(
  spec: DebianProgramSpec,
  { cacheDir = toolsDir, log = () => undefined }: FindProgramOptions = {},
): Promise<DebianProgram> {
  const { name, needed, package: from = name, folder = 'sbin' } = spec;
  // Debian keeps servers in a folder that is on root's PATH only.
  for (const command of [name, `/usr/sbin/${name}`]) {
    const version = await versionOf(spec, command, {}).catch(() => undefined);
    if (version) return { command, env: {}, version };
  }
  const unpacked = join(cacheDir, `${from}-debian`);
  try {
    await access(unpacked).catch(async () => {
      await unpackPackages({ packages: [from], needed }, unpacked);
      log(`${name} was taken from Debian's package into ${cacheDir}`);
    });
    const command = join(unpacked, 'usr', folder, name);
    const env = { LD_LIBRARY_PATH: await librariesIn(unpacked) };
    return { command, env, version: await versionOf(spec, command, env) };
  } catch (error) {
    throw new ServerError(
      `${name} is not here and Debian’s package could not be fetched: install ${from} (${reasonOf(error)})`,
      { cause: error },
    );
  }
}

async function versionOf(
  { versionFlag, versionPattern }: DebianProgramSpec,
  command: string,
  env: DebianProgram['env'],
): Promise<string> {
  const { stdout } = await run(command, [versionFlag], { timeout: 10_000, env: { ...process.env, ...env } });
  const [, version] = versionPattern.exec(stdout) ?? [];
  if (!version) throw new Error(`${command} does not say its version`);
  return version;
}

/** Returns the folders of libraries, named for the processor as in x86_64-linux-gnu; none where nothing was needed. */
async function librariesIn(folder: string): Promise<string> {
  const below = join(folder, 'usr', 'lib');
  const names = await readdir(below).catch(() => []);
  return names
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(below, name))
    .join(':');
}
