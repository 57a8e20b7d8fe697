import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Followed by the id of the process, so that the folders of a killed process are recognized. */
const prefix = 'redline-media-';

/** Runs work with a folder that only this process's user can read; the folder and its files are removed afterwards. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes folders whose process died before it could: one of them may hold a whole video. To be called before the first
 * work: in a container the engine has the same process id each time, so folders with its id are left by its predecessor.
 */
export async function sweepPrivateFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!(pid > 0) || (pid !== process.pid && isAlive(pid))) continue;
    // Fails for a folder of another user, or one that another engine removes at the same time.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
