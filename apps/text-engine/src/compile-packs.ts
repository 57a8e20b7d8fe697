import { spawnSync } from 'node:child_process';
import { openReaderRuntime, type PacksPlace } from '@redline/rule-engine/load';
import { ConfigError } from '@redline/service-kit/config';
import { StartError } from '@redline/service-kit/shutdown';
import { areCompiled, keepCompiledPacks } from './clients/judge/embedded-judge.ts';
import { packsPlaceOf, readPackConfig } from './config.ts';

export const compileCommand = 'compile-packs';
const compileTimeoutMs = 120_000;

/**
 * Has this program compile the packs in a process of its own where they do not lie compiled: what compiling leaves
 * behind ends with it. Where that fails they are compiled by whoever loads them, who says what is wrong.
 */
export function compileApart(place: PacksPlace): void {
  const [node, program] = process.argv;
  if (place.compiledDir === null || !node || !program || areCompiled(place)) return;
  const args = [...process.execArgv, program, compileCommand];
  spawnSync(node, args, { stdio: 'ignore', timeout: compileTimeoutMs });
}

/** The command: compiles the packs of all sites into PACKS_COMPILED_DIR. @returns the exit code */
export async function compilePacks(): Promise<number> {
  try {
    // Rules are compiled alike whatever reads beside them.
    await openReaderRuntime('off');
    const { folder, compiledDir } = packsPlaceOf(readPackConfig());
    if (compiledDir === null) throw new StartError('PACKS_COMPILED_DIR: say where to keep compiled packs');
    keepCompiledPacks(folder, compiledDir);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`text-engine: ${line}\n`);
    return 1;
  }
}
