import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installPackages, reasonOf } from '../debian/install-packages.ts';
import type { Log } from '../log.ts';

export interface BrowserSearch {
  /** Has the PATH; `CHROMIUM_PATH` names a browser. This process's own when left out. */
  readonly env?: NodeJS.ProcessEnv;
  /** Whether Debian's package may be installed: only root can. */
  readonly mayInstall?: boolean;
  readonly log?: Log;
}

const names = ['chromium', 'chromium-browser', 'google-chrome'];
const debianPackage = 'chromium';

/**
 * Finds Chromium, or installs Debian's, which root can.
 * @returns its path; undefined where there is none, of which one line says why
 */
export async function ensureBrowser(search: BrowserSearch = {}): Promise<string | undefined> {
  const { env = process.env, mayInstall = process.getuid?.() === 0, log = () => undefined } = search;
  const here = await findBrowser(env);
  if (here !== undefined || !mayInstall) return here;
  try {
    await installPackages([debianPackage], env);
    log(`${debianPackage} installed from Debian, for tests of pages`);
  } catch (error) {
    log(`${debianPackage} could not be installed: ${reasonOf(error)}`);
  }
  return findBrowser(env);
}

async function findBrowser(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = env['CHROMIUM_PATH'];
  const folders = (env['PATH'] ?? '').split(delimiter);
  const paths = named ? [named] : folders.flatMap((folder) => names.map((name) => join(folder, name)));
  for (const path of paths) {
    const isRunnable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isRunnable) return path;
  }
  return undefined;
}
