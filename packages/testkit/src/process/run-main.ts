import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface RunningMain {
  readonly child: ChildProcess;
  /** Its exit code, and all that it wrote on both outputs. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
}

/**
 * Runs a service as the process it is.
 * @param main URL of its main module
 * @param env all of its environment besides the path; nothing of the test's own comes through
 */
export function runMain(
  main: URL,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): RunningMain {
  const child = spawn(process.execPath, [fileURLToPath(main), ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk) => output.push(String(chunk)));
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  const ended = once(child, 'exit').then(([code]) => ({ code, output: output.join('') }));
  return { child, ended };
}
