import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const usage = 'usage: bench command-line FOLDER --vale PROGRAM';
const commandLine = fileURLToPath(new URL('../../../clients/cli/src/main.ts', import.meta.url));
const timeoutMs = 1_800_000;
const memoryPollMs = 20;

interface Run {
  readonly seconds: number;
  readonly peakMb: number;
}

/**
 * Measures how fast the command line checks the Markdown files of a folder, with its engine in process, and how fast Vale
 * checks the same files by its built-in style, one after the other in one run. They do not do the same: Vale looks up
 * words, the engine reads what sentences claim. Each starts anew and includes its start.
 * @returns the lines of the report; memory is the most that was resident, from /proc, so Linux only
 * @throws Error if the command line is wrong or a program fails
 */
export async function* benchCommandLine(args: readonly string[]): AsyncGenerator<string> {
  const { folder, vale } = readOptions(args);
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => statSync(join(folder, name)).size);
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000;
  yield `${sizes.length} Markdown files, ${kilobytes.toFixed(0)} kB`;
  const lineOf = (name: string, { seconds, peakMb }: Run) =>
    `${name}: ${seconds.toFixed(1)} s, ${(sizes.length / seconds).toFixed(1)} files and ${(kilobytes / seconds).toFixed(1)} kB a second, ${peakMb.toFixed(0)} MB`;
  yield lineOf('vale', await runVale(vale, folder));
  const check = [commandLine, 'check', folder, '--format', 'json', '--fail-on', 'never'];
  yield lineOf('redline check', await measure(process.execPath, check));
}

function readOptions(args: readonly string[]): { readonly folder: string; readonly vale: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { vale: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder, ...more] = positionals;
  if (!folder || !values.vale || more.length > 0) throw new Error(usage);
  return { folder: resolve(folder), vale: values.vale };
}

async function runVale(program: string, folder: string): Promise<Run> {
  const settings = mkdtempSync(join(tmpdir(), 'redline-vale-'));
  try {
    const config = join(settings, 'vale.ini');
    writeFileSync(config, `StylesPath = ${settings}\n[*.md]\nBasedOnStyles = Vale\n`);
    return await measure(program, ['--config', config, '--output', 'JSON', '--no-exit', folder]);
  } finally {
    rmSync(settings, { recursive: true });
  }
}

/** Runs a program to its end; what it prints is read and dropped. */
async function measure(program: string, args: readonly string[]): Promise<Run> {
  const startedMs = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: timeoutMs });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakOf(child));
  }, memoryPollMs);
  try {
    const status = await new Promise<number | null>((done, failed) => {
      child.once('error', failed);
      child.once('exit', done);
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
  } finally {
    clearInterval(watch);
  }
  return { seconds: (performance.now() - startedMs) / 1_000, peakMb };
}

function peakOf({ pid }: ChildProcess): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1_024;
  } catch {
    // It has ended.
    return 0;
  }
}
