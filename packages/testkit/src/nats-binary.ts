import { execFile } from 'node:child_process';
import { access, constants, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const aptTimeoutMs = 120_000;

type Log = (line: string) => void;

async function executable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function onPath(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  for (const folder of folders) {
    if (folder && (await executable(join(folder, name)))) return join(folder, name);
  }
  return undefined;
}

/** Package lists of our own, so that a user who is not root can fetch from Debian too. */
async function privateLists(folder: string): Promise<string[]> {
  const lists = join(folder, 'lists');
  const cache = join(folder, 'cache');
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  const options = [
    '-o',
    `Dir::State::Lists=${lists}`,
    '-o',
    `Dir::Cache=${cache}`,
    '-o',
    'APT::Sandbox::User=',
  ];
  await run('apt-get', [...options, 'update'], { timeout: aptTimeoutMs });
  return options;
}

async function download(folder: string): Promise<string> {
  const fetch = (options: string[]) =>
    run('apt-get', [...options, 'download', 'nats-server'], { cwd: folder, timeout: aptTimeoutMs });
  await fetch([]).catch(async () => fetch(await privateLists(join(folder, 'apt'))));
  const archive = (await readdir(folder)).find(
    (name) => name.startsWith('nats-server_') && name.endsWith('.deb'),
  );
  if (!archive) throw new Error('apt-get downloaded nothing');
  return join(folder, archive);
}

async function fetchPackage(cacheDir: string): Promise<string> {
  const folder = join(cacheDir, `fetch-${process.pid}`);
  const target = join(cacheDir, 'nats-server');
  await mkdir(folder, { recursive: true });
  try {
    await run('dpkg', ['-x', await download(folder), folder], { timeout: aptTimeoutMs });
    await rename(join(folder, 'usr', 'sbin', 'nats-server'), target).catch(() =>
      rename(join(folder, 'usr', 'bin', 'nats-server'), target),
    );
    return target;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A `nats-server` to run: from `NATS_SERVER`, the path, the cache, or Debian's package, which is fetched and unpacked
 * without being installed, so root is not needed.
 * @param cacheDir where a fetched one is kept
 * @returns its path
 * @throws Error with one line that says what to do when none can be had
 */
export async function findNatsServer(cacheDir: string, log: Log = () => {}): Promise<string> {
  const named = process.env['NATS_SERVER'];
  if (named) {
    if (await executable(named)) return named;
    throw new Error(`NATS_SERVER is ${named}, which is no program that can be run`);
  }
  const known = (await onPath('nats-server')) ?? join(cacheDir, 'nats-server');
  if (await executable(known)) return known;
  log('fetching nats-server from the Debian package archive');
  try {
    return await fetchPackage(cacheDir);
  } catch (cause) {
    const reason =
      cause instanceof Error ? cause.message.split('\n').at(-2) || cause.message.split('\n')[0] : cause;
    throw new Error(
      `nats-server was not found and could not be fetched (${reason}); install it (Debian: apt-get install nats-server) or set NATS_URL`,
      { cause },
    );
  }
}
