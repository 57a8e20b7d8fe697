import { access, constants, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a local stack keeps what it keeps. */
export interface Paths {
  readonly root: string;
  readonly data: string;
  readonly postgres: string;
  readonly nats: string;
  readonly blobs: string;
  /** Programs that were fetched. */
  readonly tools: string;
  /** Compiled rule packs. */
  readonly packs: string;
  /** What Node has made of the services' sources. */
  readonly code: string;
  readonly logs: string;
  /** JSON lines of all services. */
  readonly log: string;
  /** What runs; exists while it does. */
  readonly state: string;
  readonly demo: string;
}

const logBytesMax = 50 * 1024 * 1024;

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

/** The folders of this checkout, or of a stack that keeps its data elsewhere; programs are fetched and packs compiled once for all. */
export function pathsOf(root = checkout, data = join(root, '.redline')): Paths {
  const logs = join(data, 'log');
  return {
    root,
    data,
    postgres: join(data, 'postgres'),
    nats: join(data, 'nats'),
    blobs: join(data, 'blobs'),
    tools: join(root, '.redline', 'tools'),
    packs: join(root, '.redline', 'packs'),
    code: join(root, '.redline', 'code'),
    logs,
    log: join(logs, 'redline.log'),
    state: join(data, 'stack.json'),
    demo: join(data, 'demo.json'),
  };
}

/** Makes the folders; a log that has grown past 50 MB is set aside, replacing the one set aside before. */
export async function prepareFolders(paths: Paths): Promise<void> {
  await mkdir(paths.data, { recursive: true });
  await access(paths.data, constants.W_OK);
  for (const folder of [paths.logs, paths.blobs, paths.nats]) {
    await mkdir(folder, { recursive: true });
  }
  const size = await stat(paths.log).then(
    (file) => file.size,
    () => 0,
  );
  if (size > logBytesMax) await rename(paths.log, `${paths.log}.old`);
}
