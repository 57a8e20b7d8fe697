import { access, constants, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files and folders of a local stack. */
export interface Paths {
  readonly root: string;
  readonly data: string;
  readonly postgres: string;
  readonly nats: string;
  readonly blobs: string;
  /** The key that secrets of webhook endpoints are encrypted with. */
  readonly endpointKey: string;
  /** Downloaded programs. */
  readonly tools: string;
  /** Compiled rule packs. */
  readonly packs: string;
  /** Node's compile cache. */
  readonly code: string;
  readonly logs: string;
  /** The log: JSON lines of all services. */
  readonly log: string;
  /** The state file; exists while a stack runs. */
  readonly state: string;
  readonly demo: string;
  /** Mails of the console, which sends none. */
  readonly mail: string;
  /** The secret by which people stay signed in. */
  readonly consoleSecret: string;
}

const logBytesMax = 50 * 1024 * 1024;

const checkout = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * Returns the paths of this checkout, or of a stack with its data elsewhere; downloaded programs and compiled packs are
 * shared.
 */
export function pathsOf(root = checkout, data = join(root, '.redline')): Paths {
  const logs = join(data, 'log');
  return {
    root,
    data,
    postgres: join(data, 'postgres'),
    nats: join(data, 'nats'),
    blobs: join(data, 'blobs'),
    endpointKey: join(data, 'endpoint-key'),
    tools: join(root, '.redline', 'tools'),
    packs: join(root, '.redline', 'packs'),
    code: join(root, '.redline', 'code'),
    logs,
    log: join(logs, 'redline.log'),
    state: join(data, 'stack.json'),
    demo: join(data, 'demo.json'),
    mail: join(data, 'mail'),
    consoleSecret: join(data, 'console-secret'),
  };
}

/** Creates the folders; a log above 50 MB is rotated, replacing the one rotated before. */
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
