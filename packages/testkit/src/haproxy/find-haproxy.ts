import { execFile } from 'node:child_process';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reasonOf, unpackPackages } from '../debian/unpack-packages.ts';
import { ServerError } from '../server-error.ts';

const run = promisify(execFile);

/** A program and what it needs in its environment. */
export interface FoundProgram {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Finds haproxy on the PATH, else takes it from Debian's package.
 * @param cacheDir keeps what was fetched
 * @throws ServerError when there is none and none can be had
 */
export async function findHaproxy(cacheDir: string): Promise<FoundProgram> {
  for (const command of ['haproxy', '/usr/sbin/haproxy']) {
    const isUsable = await run(command, ['-v'], { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (isUsable) return { command, env: {} };
  }
  const folder = join(cacheDir, 'haproxy-debian');
  try {
    await access(folder).catch(() => unpackPackages({ packages: ['haproxy'], needed: /^lib/ }, folder));
    const libraries = join(folder, 'usr', 'lib');
    const triple = (await readdir(libraries)).find((name) => name.endsWith('-linux-gnu')) ?? '';
    return {
      command: join(folder, 'usr', 'sbin', 'haproxy'),
      env: { LD_LIBRARY_PATH: join(libraries, triple) },
    };
  } catch (error) {
    throw new ServerError(
      `haproxy is not here and Debian’s package could not be fetched (${reasonOf(error)})`,
      {
        cause: error,
      },
    );
  }
}
