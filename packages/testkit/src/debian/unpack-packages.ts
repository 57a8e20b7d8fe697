import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const downloadTimeoutMs = 180_000;
const unpackTimeoutMs = 60_000;
const listsTimeoutMs = 180_000;

/** The packages to take from Debian. */
export interface DebianPackages {
  readonly packages: readonly string[];
  /** Which packages that these need come along, as far as this machine has not installed them; none when left out. */
  readonly needed?: RegExp;
}

/**
 * Unpacks packages of Debian into a folder, without installing them and without root. Where the machine has no package
 * lists, they are fetched into a folder of ours.
 * @param folder does not exist yet, and does only once all is in it
 * @throws the error of `apt-get` or `dpkg`
 */
export async function unpackPackages(wanted: DebianPackages, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), 'download-'));
  try {
    await download(work, wanted, []).catch(async () =>
      download(work, wanted, await fetchLists(join(work, 'apt'))),
    );
    const archives = (await readdir(work)).filter((name) => name.endsWith('.deb'));
    if (archives.length === 0) throw new Error('apt-get download gave no package');
    for (const archive of archives) {
      await run('dpkg', ['-x', join(work, archive), join(work, 'unpacked')], { timeout: unpackTimeoutMs });
    }
    await rename(join(work, 'unpacked'), folder).catch(async (error: unknown) => {
      // Another process was doing the same.
      if (!(await readdir(dirname(folder))).includes(basename(folder))) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function download(
  cwd: string,
  { packages, needed }: DebianPackages,
  options: readonly string[],
): Promise<void> {
  const more = needed ? (await neededBy(packages, options)).filter((name) => needed.test(name)) : [];
  const names = [...new Set([...packages, ...more])];
  await run('apt-get', ['-q', ...options, 'download', ...names], { cwd, timeout: downloadTimeoutMs });
}

/** Returns the packages that `apt-get` would install with them, from its simulation. */
async function neededBy(packages: readonly string[], options: readonly string[]): Promise<string[]> {
  const args = ['-q', ...options, 'install', '--simulate', '--no-install-recommends', ...packages];
  const { stdout } = await run('apt-get', args, { timeout: downloadTimeoutMs });
  return [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap(([, name]) => (name ? [name] : []));
}

async function fetchLists(folder: string): Promise<string[]> {
  for (const name of ['lists/partial', 'cache/archives/partial']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  const options = [
    `Dir::State::lists=${join(folder, 'lists')}`,
    `Dir::Cache=${join(folder, 'cache')}`,
    'Acquire::Languages=none',
    'Acquire::Retries=1',
    // Without it a machine without network gives empty lists and no error.
    'APT::Update::Error-Mode=any',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', ['-q', ...options, 'update'], { timeout: listsTimeoutMs });
  return options;
}

/** The line of an error of `apt-get` that says why. */
export function reasonOf(error: unknown): string {
  const text =
    error instanceof Error && 'stderr' in error && error.stderr ? String(error.stderr) : String(error);
  const lines = text.trim().split('\n');
  return (lines.find((line) => /^[EW]:/.test(line)) ?? lines[0] ?? '').trim();
}
