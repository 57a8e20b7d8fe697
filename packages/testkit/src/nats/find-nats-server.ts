import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf, unpackPackages } from '../debian/unpack-packages.ts';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';

const run = promisify(execFile);

/**
 * Finds `nats-server` on the PATH or in the cache folder, else takes it from Debian's package.
 * @param cacheDir keeps what was fetched
 * @returns a command that can be spawned
 * @throws ServerError with what to do when there is none and none can be had
 */
export async function findNatsServer(cacheDir: string, log: Log = () => undefined): Promise<string> {
  const unpacked = join(cacheDir, 'nats-server-debian');
  const fetched = join(unpacked, 'usr', 'sbin', 'nats-server');
  // Debian keeps it in a folder that is on root's PATH only.
  for (const command of ['nats-server', '/usr/sbin/nats-server', fetched]) {
    if (await isUsable(command)) return command;
  }
  try {
    await unpackPackages({ packages: ['nats-server'] }, unpacked);
    await access(fetched);
    log(`nats-server was taken from Debian's package into ${cacheDir}`);
    return fetched;
  } catch (error) {
    const message =
      'nats-server is not here and Debian’s package could not be fetched: install nats-server or set NATS_URL';
    throw new ServerError(`${message} (${reasonOf(error)})`, { cause: error });
  }
}

async function isUsable(command: string): Promise<boolean> {
  return run(command, ['--version'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  );
}

/**
 * Asks a `nats-server` for its version.
 * @returns such as `2.9.10`; undefined when it does not say
 */
export async function natsServerVersion(command: string): Promise<string | undefined> {
  const { stdout } = await run(command, ['--version'], { timeout: 10_000 });
  return /v(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
}
