import { spawnSync } from 'node:child_process';

const timeoutMs = 300_000;

/** Runs a program and returns what it prints. Throws an Error with its complaint when it fails. */
export function runProgram(command: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: timeoutMs, maxBuffer: 1 << 28 });
  if (done.error) throw done.error;
  if (done.status === 0) return done.stdout;
  throw new Error(`${command} ${args[0] ?? ''} failed: ${(done.stderr || done.stdout).trim().slice(-300)}`);
}
