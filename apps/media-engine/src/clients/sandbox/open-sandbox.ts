import { combinationsOf, detectMeans } from './detect-means.ts';
import { noIsolation } from './isolation.ts';
import { openSandboxOff, type Sandbox, sandboxOf } from './sandbox.ts';
import { systemPaths } from './system-paths.ts';
import { watchIsolation } from './watch-isolation.ts';

export interface SandboxOptions {
  /** The folders of programs, in the form of PATH. */
  readonly searchPath: string;
  /** Paths of programs that are installed elsewhere; names are left out. */
  readonly programs?: readonly string[];
}

/**
 * Opens the strongest sandbox that this machine allows, which takes about half a second: every means is tried, and a child
 * that is started with all of them tries to get out. What it reports is what that child found.
 */
export async function openSandbox({ searchPath, programs = [] }: SandboxOptions): Promise<Sandbox> {
  const files = programs.filter((program) => program.includes('/'));
  const means = detectMeans(systemPaths({ searchPath, files }), searchPath);
  for (const combination of combinationsOf(means)) {
    const isolation = await watchIsolation(sandboxOf(combination, noIsolation, searchPath));
    if (isolation) return sandboxOf(combination, isolation, searchPath);
  }
  return openSandboxOff(searchPath);
}
