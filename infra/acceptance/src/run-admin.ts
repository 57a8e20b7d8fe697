import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url));
const timeoutMs = 20_000;

/** The end of one run of the operator's program. */
export interface AdminRun {
  readonly exitCode: number | null;
  /** The one JSON object on standard output. */
  readonly answer: unknown;
  readonly stderr: string;
}

/**
 * Runs the operator's program as a child process.
 * @throws Error if standard output is not one line with one JSON object
 */
export async function runAdmin(natsUrl: string, ...words: readonly string[]): Promise<AdminRun> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    env: { ...process.env, NATS_URL: natsUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  const said = `${words.join(' ')}: ${stdout}${stderr}`;
  if (!/^\{.*\}\n$/.test(stdout)) throw new Error(`standard output is not one JSON object: ${said}`);
  return { exitCode, answer: JSON.parse(stdout), stderr };
}
