import { execFile } from 'node:child_process';

/** Answer of a program: how it ended, and its output. */
export interface Answer {
  readonly isOk: boolean;
  readonly output: string;
  /** Its words on the other output, a line each; warnings of the API server are among them. */
  readonly words: readonly string[];
}

/** Runs one program with these arguments, and text on its standard input. */
export type Program = (args: readonly string[], input?: string) => Promise<Answer>;

const timeoutMs = 120_000;
/** All objects of a cluster as JSON are some hundred kilobytes, all definitions as text some megabytes. */
const outputBytesMax = 64 * 2 ** 20;

/**
 * Wraps a program that runs to its end, with no more of the environment than the path.
 * @param folder takes the place of the home folder, so that caches and settings of whoever runs it are left alone
 */
export function programOf(path: string, folder: string, env: Readonly<Record<string, string>> = {}): Program {
  const options = {
    timeout: timeoutMs,
    maxBuffer: outputBytesMax,
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  };
  return (args, input = '') =>
    new Promise((resolve, reject) => {
      const child = execFile(path, [...args], options, (error, output, words) => {
        // No exit code: it could not run, took too long or said too much.
        if (error && typeof error.code !== 'number') {
          reject(new Error(`${path} ${args[0] ?? ''}: ${error.message}`));
          return;
        }
        resolve({ isOk: !error, output, words: words.split('\n').filter((line) => line.trim() !== '') });
      });
      // A program that does not read its input may be gone before it is written.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
}
