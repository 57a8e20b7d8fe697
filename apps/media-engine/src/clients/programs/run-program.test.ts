import { readdir } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { describe, expect, it } from 'vitest';
import { inPrivateFolder } from '../private-folder.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { type ProgramRun, programRunner } from './run-program.ts';

const limits = {
  timeoutMs: 5_000,
  cpuSeconds: 5,
  memoryBytes: 2 ** 30,
  fileBytes: 1_000,
  outputBytes: 1_000,
};
const sandbox = await openSandbox({ searchPath: '/usr/local/bin:/usr/bin:/bin' });
const runProgram = programRunner(sandbox);
const sh = (script: string, changes: Partial<ProgramRun> = {}) =>
  runProgram({
    program: 'sh',
    args: ['-c', script],
    limits,
    reads: [],
    signal: new AbortController().signal,
    ...changes,
  });

describe('a program for files of strangers', () => {
  it('returns its output, and gets no environment', async () => {
    const { stdout, stderr } = await sh('echo "$HOME|$MORE"; echo no >&2', { env: { MORE: 'more' } });
    expect([stdout.toString(), stderr]).toEqual(['|more\n', 'no\n']);
  });

  it.each([
    ['is not there', 'redline-no-such-program', 'missing'],
    ['is not there by its path', '/nowhere/tesseract', 'missing'],
  ])('that %s is missing', async (_, program, kind) => {
    await expect(sh('', { program })).rejects.toMatchObject({ name: 'ProgramError', kind });
  });

  it('reports why it failed', async () => {
    await expect(sh('echo bad >&2; exit 3')).rejects.toMatchObject({ kind: 'failed', stderr: 'bad\n' });
  });

  it.each([
    ['time', 'exec sleep 60', { timeoutMs: 100 }],
    ['computing time', 'while :; do :; done', { cpuSeconds: 1 }],
    ['output', 'while :; do echo too much; done', {}],
  ])('is killed when it takes too much %s', async (_, script, changes) => {
    const run = sh(script, { limits: { ...limits, ...changes } });
    await expect(run).rejects.toMatchObject({ kind: 'limit' });
  });

  it('gets no more memory and writes no larger file than it may', async () => {
    const allocating = { program: process.execPath, args: ['-e', ''] };
    await expect(sh('', { ...allocating, limits: { ...limits, memoryBytes: 50_000_000 } })).rejects.toThrow();
    await inPrivateFolder(async (folder) => {
      const writing = sh('while :; do echo more; done > file', { folder });
      await expect(writing).rejects.toMatchObject({ name: 'ProgramError', kind: 'limit' });
      expect(await readdir(folder)).toEqual(['file']);
    });
  });

  it('runs at a low priority if told to, with a longer timeout', async () => {
    const behind = programRunner(sandbox, { niceness: 7, timeoutFactor: 50 });
    const args = ['-e', 'select undef, undef, undef, 0.3; print getpriority(0, 0), "\n"'];
    const run = { program: 'perl', args, reads: [], signal: new AbortController().signal };
    const { stdout } = await behind({ ...run, limits: { ...limits, timeoutMs: 100 } });
    expect(stdout.toString()).toBe(`${getPriority() + 7}\n`);
    await expect(behind({ ...run, program: 'redline-no-such-program', limits })).rejects.toMatchObject({
      kind: 'missing',
    });
  });

  it('ends when it is cancelled', async () => {
    const ending = new AbortController();
    const running = sh('exec sleep 60', { signal: ending.signal });
    setTimeout(() => ending.abort(new Error('cancelled')), 50);
    await expect(running).rejects.toThrow('cancelled');
  });
});
