import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The release that the settings and the report are written for. */
export const version = '4.32.5';
const installTimeoutMs = 600_000;

/**
 * Returns the path of Schemathesis: that of the variable `SCHEMATHESIS`, or one in a virtual environment of Python below
 * `toolsDir`, which is made once from PyPI.
 * @throws Error with one line that says what is missing
 */
export async function findProgram(
  named: string | undefined,
  toolsDir: string,
  say: (line: string) => void,
): Promise<string> {
  if (named !== undefined) return named;
  const folder = join(toolsDir, `schemathesis-${version}`);
  const program = join(folder, 'bin', 'st');
  if (existsSync(program)) return program;
  say(`installing Schemathesis ${version} from PyPI …`);
  await rm(folder, { recursive: true, force: true });
  try {
    await run('python3', ['-m', 'venv', folder]);
    await run(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`]);
  } catch (error) {
    await rename(folder, `${folder}.failed`).catch(() => undefined);
    throw new Error(
      `Schemathesis could not be installed (${error instanceof Error ? error.message : error}); it needs python3 with venv and PyPI, or SCHEMATHESIS=/path/to/st`,
    );
  }
  return program;
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: installTimeoutMs });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${code}`);
}

export interface ProgramRun {
  readonly program: string;
  readonly apiUrl: string;
  readonly pathPattern: string;
  readonly seed: number;
  /** With its settings; gets its report and its output. */
  readonly folder: string;
  readonly settings: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs the program once.
 * @returns its exit code: 0, or 1 where a check failed
 * @throws Error if it was not done in time, or could not run; `output.txt` in the folder has its words
 */
export async function runProgram(given: ProgramRun): Promise<number> {
  const { program, apiUrl, pathPattern, seed, folder, settings, timeoutMs, signal } = given;
  const where = ['run', `${apiUrl}/openapi.json`, '--include-path-regex', pathPattern];
  const args = ['--config-file', settings, ...where, '--seed', String(seed), '--no-color'];
  const output = openSync(join(folder, 'output.txt'), 'w');
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', output, output],
    timeout: timeoutMs,
    signal,
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code === 0 || code === 1) return code;
  throw new Error(`${program} ended with ${code ?? 'a signal'}; its output is in ${folder}`);
}
