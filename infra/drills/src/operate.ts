import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FaultStack, Target } from '@redline/fault';
import type { DrillContext } from './drill.ts';

const adminMain = fileURLToPath(new URL('../../admin/src/main.ts', import.meta.url));
const commandTimeoutMs = 120_000;
const requestTimeoutMs = 5_000;

/** The answer of an operator's command. */
export interface CommandAnswer {
  readonly code: number;
  readonly answer: Record<string, unknown>;
}

/** Runs `npm run -s admin -- …` against a stack, as the operator's user of the bus, and prints its answer. */
export function admin(
  stack: FaultStack,
  { say }: Pick<DrillContext, 'say'>,
  ...args: string[]
): Promise<CommandAnswer> {
  const env = { ...process.env, NATS_URL: stack.busUrlOf('operator') };
  const all = ['--disable-warning=ExperimentalWarning', adminMain, ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { env, timeout: commandTimeoutMs }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      try {
        const answer = JSON.parse(stdout) as Record<string, unknown>;
        say(`  admin ${args.join(' ')}: ${clipped(stdout.trim())} (exit code ${code})`);
        resolve({ code, answer });
      } catch {
        reject(new Error(`admin ${args.join(' ')} printed no JSON: ${stdout}${stderr}`));
      }
    });
  });
}

const clipped = (text: string) => (text.length > 300 ? `${text.slice(0, 300)} …` : text);

/** Returns the answer of `/readyz` of a process; `no answer` where there is none. */
export async function readyz(stack: FaultStack, target: Target): Promise<string> {
  try {
    const response = await fetch(`${stack.opsUrlOf(target)}/readyz`, {
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    return `${response.status} ${await response.text()}`;
  } catch {
    return 'no answer';
  }
}

/** The samples of a metric of a process, one a line, as `/metrics` has them. */
export async function metric(stack: FaultStack, target: Target, name: string): Promise<readonly string[]> {
  const response = await fetch(`${stack.opsUrlOf(target)}/metrics`, {
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  const lines = (await response.text()).split('\n');
  return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

/** How often each message of a level from warning on stands in the log of a process. */
export async function warnings(stack: FaultStack, target: Target): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(join(stack.folder, `${target}.log`), 'utf8')).split('\n')) {
    if (!line.startsWith('{')) continue;
    const { level, msg } = JSON.parse(line) as { level: number | string; msg?: string };
    const isBad = typeof level === 'number' ? level >= 40 : ['warn', 'error', 'fatal'].includes(level);
    if (isBad && msg) counts.set(msg, (counts.get(msg) ?? 0) + 1);
  }
  return counts;
}

/** Prints them. */
export async function sayWarnings(
  stack: FaultStack,
  { say }: Pick<DrillContext, 'say'>,
  target: Target,
): Promise<void> {
  for (const [message, count] of await warnings(stack, target))
    say(`  log of ${target}: ${count} × ${message}`);
}
