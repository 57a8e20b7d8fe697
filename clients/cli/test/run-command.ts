import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const timeoutMs = 60_000;

/** How a run of the command line ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and with what the command runs. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is written to its standard input. */
  readonly input?: string;
}

/** Runs the command line as a process of its own, as a user does. */
export async function runCommand(
  args: readonly string[],
  { cwd, env, input = '' }: RunOptions,
): Promise<Ended> {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    cwd,
    env: { ...inherited, ...env },
    timeout: timeoutMs,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  child.stdin.on('error', () => undefined).end(input);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, ...output };
}

/** Compiles packs into `cache` of a folder, which takes longer than a test should. */
export async function compilePacks(folder: string, ...sites: readonly string[]): Promise<void> {
  const env = { REDLINE_CACHE_DIR: join(folder, 'cache') };
  for (const site of sites) {
    const { code, stderr } = await runCommand(['compile-pack', site], { cwd: folder, env });
    if (code !== 0) throw new Error(stderr);
  }
}
