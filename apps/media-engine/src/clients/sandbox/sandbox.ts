import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import type { Child } from './child.ts';
import { commandLine, type Means, noMeans } from './command-line.ts';
import { type Isolation, noIsolation } from './isolation.ts';

/**
 * The one way to start a process that reads files of strangers. It gets an environment of its own, limits, and as much
 * isolation as this machine can give.
 */
export interface Sandbox {
  readonly isolation: Isolation;
  /**
   * Starts a child; it is ended with SIGKILL when the engine ends, however that ends. Errors are those of `spawn`; a program
   * that is not installed ends with 127. To be ended with SIGKILL only: in a namespace of its own a child ignores SIGTERM.
   */
  readonly spawn: (child: Child, stdio: StdioOptions) => ChildProcess;
}

/** The exit code of a child whose program is not installed. */
export const notFoundCode = 127;

/** @param searchPath the folders of programs, in the form of PATH */
export function sandboxOf(means: Means, isolation: Isolation, searchPath: string): Sandbox {
  return {
    isolation,
    spawn(child, stdio) {
      const [command, ...args] =
        process.platform === 'linux' ? commandLine(means, child) : ([child.program, ...child.args] as const);
      const { folder } = child;
      return spawn(command, args, {
        stdio,
        // Structured clones, so that a reply can hold bytes; of no effect without a channel.
        serialization: 'advanced',
        // The engine's own may be closed to another user.
        cwd: folder ?? '/',
        env: {
          PATH: searchPath,
          LC_ALL: 'C.UTF-8',
          ...(folder === undefined ? {} : { TMPDIR: folder }),
          ...child.env,
        },
      });
    },
  };
}

/** Returns a sandbox with an empty environment and limits, and no isolation: `SANDBOX=off`. */
export const openSandboxOff = (searchPath: string): Sandbox => sandboxOf(noMeans, noIsolation, searchPath);
