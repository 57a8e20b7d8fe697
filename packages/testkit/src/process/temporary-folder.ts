import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';

const prefix = 'redline-testkit-';

/**
 * Makes a private folder for the data of a temporary server. Its name holds the id of this process, so that folders of
 * processes that were killed are recognised and swept here.
 * @returns its absolute path
 */
export async function temporaryFolder(): Promise<string> {
  await sweep();
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!(pid > 0) || isAlive(pid)) continue;
    // Another user's folder, or one that another process sweeps right now, is left to them.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
