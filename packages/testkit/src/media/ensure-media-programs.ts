import { installPackages, reasonOf } from '../debian/install-packages.ts';
import type { Log } from '../log.ts';
import { type MediaNeed, mediaNeeds } from './media-programs.ts';

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
    await installPackages(packages, env);
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
