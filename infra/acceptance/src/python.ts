import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The folder of the Python client. */
export const pythonClient = fileURLToPath(new URL('../../../clients/python/', import.meta.url));

/** True if this machine has a Python that the client supports. */
export const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

/** Returns the names of the files of Python in a folder of the client, without their extension. */
export const pythonFiles = (folder: string, prefix = ''): readonly string[] =>
  readdirSync(`${pythonClient}${folder}`)
    .filter((name) => name.startsWith(prefix) && name.endsWith('.py'))
    .map((name) => name.slice(0, -'.py'.length))
    .sort();

/** The end of one run of Python. */
export interface PythonRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs Python in the folder of the client, which it imports from there, without writing byte code.
 * @param environment variables besides `PATH`: nothing else of this process is seen
 */
export async function runPython(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<PythonRun> {
  const child = spawn('python3', ['-W', 'error::ResourceWarning', ...words], {
    cwd: pythonClient,
    env: {
      PATH: process.env['PATH'],
      PYTHONPATH: 'src',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONUTF8: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { exitCode, stdout, stderr };
}
