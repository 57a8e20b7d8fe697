import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';
import { ServerError } from '../server-error.ts';
import { natsServerFromDebian } from './debian-package.ts';

const run = promisify(execFile);

/**
 * Finds `nats-server` on the PATH or in the cache folder, else takes it from Debian's package.
 * @param cacheDir keeps what was fetched
 * @returns a command that can be spawned
 * @throws ServerError with what to do when there is none and none can be had
 */
export async function findNatsServer(cacheDir: string, log: Log = () => undefined): Promise<string> {
  // Debian keeps it in a folder that is on root's PATH only.
  for (const command of ['nats-server', '/usr/sbin/nats-server', join(cacheDir, 'nats-server')]) {
    if (await isUsable(command)) return command;
  }
  try {
    const fetched = await natsServerFromDebian(cacheDir);
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

function reasonOf(error: unknown): string {
  const text =
    error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  const lines = text.trim().split('\n');
  return (lines.find((line) => /^[EW]:/.test(line)) ?? lines[0] ?? '').trim();
}
