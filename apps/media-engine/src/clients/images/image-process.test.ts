import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { createImageProcess, type ImageProcess } from './image-process.ts';

/** Replies by the path it is called with, as the real program would or would not. */
const program = `
import { getPriority } from 'node:os';
const calls = [];
const began = Math.random();
process.on('message', ({ number, input: { path } }) => {
  calls.push(path);
  if (path === 'crash') process.abort();
  else if (path === 'spin') for (;;);
  else if (path === 'allocate') for (const kept = []; ; ) kept.push(Buffer.alloc(1e7, 1));
  else if (path === 'environment') process.send({ number, output: Object.keys(process.env) });
  else if (path === 'empty') process.send({ number, imageError: 'the file is empty' });
  else if (path !== 'silence') process.send({ number, output: { path, began, niceness: getPriority(), calls } });
});
process.on('disconnect', () => process.exit());
`;

interface Output {
  readonly path: string;
  /** Differs for each process. */
  readonly began: number;
  readonly niceness: number;
  readonly calls: readonly string[];
}

let folder: string;
let url: URL;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox({ searchPath: process.env['PATH'] ?? '' });
  folder = await mkdtemp(join(tmpdir(), 'redline-process-'));
  // Read by the user of children too.
  await chmod(folder, 0o755);
  url = pathToFileURL(join(folder, 'program.mjs'));
  await writeFile(url, program);
});
afterAll(() => rm(folder, { recursive: true }));

/** A process of Node that holds nothing has 600 MB of memory that it could write. */
const given = () => ({ sandbox, timeoutMs: 10_000, callsMax: 100, limits: { dataBytes: 1_500_000_000 } });
const never = new AbortController().signal;
const using = async (
  options: { timeoutMs?: number; callsMax?: number; niceness?: number },
  work: (call: Call) => unknown,
) => {
  const started = createImageProcess({ ...given(), ...options }, url);
  try {
    await work(
      (path, signal = never) => started.call('survey', { path }, signal) as unknown as Promise<Output>,
    );
  } finally {
    await (started satisfies ImageProcess).close();
  }
};
type Call = (path: string, signal?: AbortSignal) => Promise<Output>;

describe('the image process', () => {
  it('runs at the niceness that it is given, above that of the service', () =>
    using({ niceness: 7 }, async (call) => {
      expect((await call('a')).niceness).toBe(getPriority() + 7);
    }));

  it('answers every call, one after the other, in one process', () =>
    using({}, async (call) => {
      const outputs = await Promise.all(['a', 'b', 'c'].map((path) => call(path)));
      expect(outputs.map(({ calls }) => calls)).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    }));

  it('says what is wrong with a file', () =>
    using({}, (call) =>
      expect(call('empty')).rejects.toMatchObject({ name: 'ImageError', message: 'the file is empty' }),
    ));

  it('gets nothing of the environment of the engine', () =>
    using({}, async (call) => {
      const names = (await call('environment')) as unknown as readonly string[];
      expect(
        names.filter((name) => !/^(LC_ALL|PATH|TMPDIR|NODE_CHANNEL_.*|PWD|OLDPWD|_)$/.test(name)),
      ).toEqual([]);
    }));

  it.each([
    ['crashes', 'crash', 10_000],
    ['takes more memory than it may', 'allocate', 10_000],
    ['computes without end', 'spin', 3_000],
    ['does not answer in time', 'silence', 3_000],
  ])('fails one call when it %s, and no other', (_, path, timeoutMs) =>
    using({ timeoutMs }, async (call) => {
      const { began } = await call('before');
      const [lost, next] = await Promise.allSettled([call(path), call('after')]);
      expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'Error' } });
      expect(next).toMatchObject({ status: 'fulfilled', value: { path: 'after', calls: ['after'] } });
      expect(next.status === 'fulfilled' && next.value.began).not.toBe(began);
    }),
  );

  it('is replaced after its last call', () =>
    using({ callsMax: 2 }, async (call) => {
      const outputs = await Promise.all(['a', 'b', 'c'].map((path) => call(path)));
      expect(outputs.map(({ calls }) => calls.length)).toEqual([1, 2, 1]);
    }));

  it('does not get a call that was cancelled while it waited', () =>
    using({}, async (call) => {
      const cancelling = new AbortController();
      const first = call('a');
      const cancelled = call('b', cancelling.signal);
      cancelling.abort(new Error('cancelled'));
      await expect(cancelled).rejects.toThrow('cancelled');
      await first;
      expect((await call('c')).calls).toEqual(['a', 'c']);
    }));

  it('rejects pending calls when it is closed', async () => {
    const started = createImageProcess(given(), url);
    const pending = ['silence', 'b'].map((path) => started.call('survey', { path }, never));
    const settled = Promise.allSettled(pending);
    await started.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(started.call('survey', { path: 'c' }, never)).rejects.toThrow('closed');
  });
});
