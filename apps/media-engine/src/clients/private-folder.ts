import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childIdentity } from './sandbox/child-identity.ts';

/** Followed by the id of the process, so that the folders of a killed process are recognized. */
const prefix = 'redline-media-';

/** A folder that others may use too; it is removed when the last of them has released it. */
interface Root {
  readonly path: string;
  holders: number;
}

/** By the folder for temporary files that each is in. */
const roots = new Map<string, Root>();

/** A folder for as long as it is needed. */
export interface HeldFolder {
  readonly path: string;
  /** To be called once. */
  readonly release: () => Promise<void>;
}

/** Returns the folder that holds all private folders of this process, and keeps it until it is released. */
export function holdPrivateRoot(): HeldFolder {
  const parent = tmpdir();
  const root = roots.get(parent) ?? { path: makeRoot(parent), holders: 0 };
  roots.set(parent, root);
  root.holders++;
  return {
    path: root.path,
    async release() {
      root.holders--;
      if (root.holders > 0) return;
      roots.delete(parent);
      await rm(root.path, { recursive: true, force: true });
    },
  };
}

function makeRoot(parent: string): string {
  const path = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  const identity = childIdentity();
  if (identity) {
    chownSync(path, 0, identity.gid);
    chmodSync(path, 0o710);
  }
  return path;
}

/**
 * Makes a folder that nobody can use but this process's user and, where that is another one, the user of children. It is
 * removed with its files when it is released.
 */
export async function makePrivateFolder(): Promise<HeldFolder> {
  const root = holdPrivateRoot();
  const path = await mkdtemp(join(root.path, 'work-'));
  const identity = childIdentity();
  if (identity) {
    await chown(path, 0, identity.gid);
    await chmod(path, 0o770);
  }
  return {
    path,
    async release() {
      await rm(path, { recursive: true, force: true });
      await root.release();
    },
  };
}

/** Runs work with a private folder; the folder and its files are removed afterwards. */
export async function inPrivateFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const { path, release } = await makePrivateFolder();
  try {
    return await work(path);
  } finally {
    await release();
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
    if (join(tmpdir(), name) === roots.get(tmpdir())?.path) continue;
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
