import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The id of the process follows, so that what one leaves behind that was killed is known for what it is. */
const prefix = 'redline-media-';

/** Gives work a folder that only this process's user can read, and removes it with all that is in it when the work ends. */
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
 * work, since a container's engine has the same id each time, and so what bears it is of one before.
 */
export async function sweepPrivateFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!(pid > 0) || (pid !== process.pid && isAlive(pid))) continue;
    // One of another user, or one that another engine sweeps right now, is left to them.
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
