import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCompiled, keepCompiled, openReaderRuntime } from '@redline/rule-engine/load';

/** The hidden command that compiles a pack in a process of its own. */
export const compileCommand = 'compile-pack';
const compileTimeoutMs = 120_000;

/** In the workspace the packs are at its root, in an installed package beside its one file. */
const packsUrl = import.meta.url.endsWith('.ts') ? '../../../../packs' : './packs';
const packsFolder = fileURLToPath(new URL(packsUrl, import.meta.url));

/** Returns the folder of a site's pack. */
export const packFolderOf = (site: string): string => join(packsFolder, site);

/** Returns the folder of compiled packs: `REDLINE_CACHE_DIR`, or `redline` in the user's folder of caches. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { REDLINE_CACHE_DIR: own, XDG_CACHE_HOME: caches } = env;
  return own || join(caches || join(homedir(), '.cache'), 'redline');
}

/**
 * Has the pack of a site compiled where it is not yet, by a process of its own: what compiling takes (200 MB) ends with it.
 * Where that fails the pack is compiled by whoever loads it, who says what is wrong.
 */
export function compileApart(site: string): void {
  const [node, program] = process.argv;
  if (!node || !program || isCompiled(packFolderOf(site), cacheFolder())) return;
  spawnSync(node, [...process.execArgv, program, compileCommand, site], {
    stdio: 'ignore',
    timeout: compileTimeoutMs,
  });
}

/** Compiles the pack of a site and keeps it in the folder of compiled packs. Throws a PackError or a system error. */
export async function compilePack(site: string): Promise<void> {
  // Rules are compiled alike whatever reads beside them.
  await openReaderRuntime('off');
  keepCompiled(packFolderOf(site), cacheFolder());
}
