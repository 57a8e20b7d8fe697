import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from '../log.ts';
import { type MediaNeed, mediaNeeds } from './media-programs.ts';

const run = promisify(execFile);
/** Lists of a slow mirror, and about 150 MB of packages. */
const listsTimeoutMs = 120_000;
const installTimeoutMs = 300_000;
/** Another process may be installing the same. */
const lockWaitSeconds = 120;

export interface MediaProgramsOptions {
  /** Says where programs are looked for; this process's own when left out. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether Debian's packages may be installed: only root can. */
  readonly mayInstall?: boolean;
  readonly log?: Log;
}

/**
 * Sees to it that the programs are here that checks of images and videos run (ffmpeg, ffprobe, tesseract with its
 * languages, heif-convert). Root on Debian installs what is missing, in bounded time, and one line says so.
 * @returns the names of what is missing still, for people; none where all is here
 */
export async function ensureMediaPrograms(options: MediaProgramsOptions = {}): Promise<readonly string[]> {
  const { env = process.env, mayInstall = process.getuid?.() === 0, log = () => undefined } = options;
  const missing = await missingOf(env);
  if (missing.length === 0 || !mayInstall) return namesOf(missing);
  const packages = [...new Set(missing.flatMap((need) => need.packages))];
  const startMs = performance.now();
  try {
    await install(packages, env);
  } catch (error) {
    log(`${packages.join(' ')} could not be installed: ${reasonOf(error)}`);
    return namesOf(missing);
  }
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(0);
  log(`${packages.join(' ')} installed from Debian (${seconds} s), for checks of images and videos`);
  return namesOf(await missingOf(env));
}

const namesOf = (needs: readonly MediaNeed[]) => needs.map(({ name }) => name);

async function missingOf(env: NodeJS.ProcessEnv): Promise<readonly MediaNeed[]> {
  const here = await Promise.all(mediaNeeds.map((need) => need.isHere(env)));
  return mediaNeeds.filter((_, index) => !here[index]);
}

/** Tried at once, then again with fresh lists: a machine may have none, or such that name packages of last month. */
async function install(packages: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
  const aptGet = (timeout: number, ...args: readonly string[]) =>
    run('apt-get', ['-q', '-o', `DPkg::Lock::Timeout=${lockWaitSeconds}`, ...args], { env: quiet, timeout });
  const installing = () =>
    aptGet(installTimeoutMs, 'install', '--yes', '--no-install-recommends', ...packages);
  await installing().catch(async () => {
    await aptGet(listsTimeoutMs, '-o', 'APT::Update::Error-Mode=any', 'update');
    await installing();
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('killed' in error && error.killed) return 'apt-get took too long';
  const lines = ('stderr' in error ? String(error.stderr) : error.message).trim().split('\n');
  return (lines.find((line) => /^[EW]:/.test(line)) ?? error.message.split('\n')[0] ?? '').trim();
}
