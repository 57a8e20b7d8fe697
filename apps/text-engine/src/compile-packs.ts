import { spawnSync } from 'node:child_process';
import { ConfigError } from '@redline/service-kit/config';
import { StartError } from '@redline/service-kit/shutdown';
import type { CompiledPacks } from './clients/compiled-packs.ts';
import { keepCompiledPacks } from './clients/pack-judge.ts';
import { type PackConfig, packsDirOf, readPackConfig } from './config.ts';

export const compileCommand = 'compile-packs';
const compileTimeoutMs = 120_000;

/** Where compiled packs are kept, if anywhere; what is missing there is compiled by this program in a process of its own. */
export function compiledPacksOf({ PACKS_COMPILED_DIR: dir }: PackConfig): CompiledPacks | null {
  const [node, program] = process.argv;
  if (dir === null || !node || !program) return null;
  return {
    dir,
    compileApart() {
      const args = [...process.execArgv, program, compileCommand];
      spawnSync(node, args, { stdio: 'ignore', timeout: compileTimeoutMs });
    },
  };
}

/** The command: compiles the packs of all sites into PACKS_COMPILED_DIR. @returns the exit code */
export function compilePacks(): number {
  try {
    const config = readPackConfig();
    const { PACKS_COMPILED_DIR: dir } = config;
    if (dir === null) throw new StartError('PACKS_COMPILED_DIR: say where to keep compiled packs');
    keepCompiledPacks(packsDirOf(config), dir);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError || error instanceof ConfigError)) throw error;
    for (const line of error.message.split('\n')) process.stderr.write(`text-engine: ${line}\n`);
    return 1;
  }
}
