import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  type CompileInWorkerOptions,
  compile,
  compileInWorker as compileInWorkerAt,
  createLiveSet as createLiveSetAt,
  fromTables,
  type Term,
} from '../index.ts';

const texts = (words: readonly string[]) => words.map((text) => ({ text }));
/** A worker starts slowly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/**
 * The worker as a bundler leaves it, which is how others use it. From source, Node strips its types by WebAssembly in
 * each worker, and V8 frees such code unsafely when workers come and go: about one run in a hundred ended by SIGSEGV.
 */
const folder = await mkdtemp(join(tmpdir(), 'matcher-worker-'));
const file = join(folder, 'compile-worker.mjs');
const input = fileURLToPath(new URL('compile-worker.ts', import.meta.url));
await build({ input, platform: 'node', output: { file, format: 'esm' }, logLevel: 'warn' });
afterAll(() => rm(folder, { recursive: true }));
const workerUrl = pathToFileURL(file);
const compileInWorker = (terms: readonly Term[], options: CompileInWorkerOptions = {}) =>
  compileInWorkerAt(terms, { workerUrl, ...options });
const createLiveSet = (options: CompileInWorkerOptions = {}) => createLiveSetAt({ workerUrl, ...options });

const LARGE = 20_000;
const numbered = (prefix: string) =>
  texts(Array.from({ length: LARGE }, (_, i) => `${prefix}${i.toString(36)}q`));

describe('a set built in a worker', () => {
  it('finds what one built here finds', async () => {
    const terms = [...texts(['eczema', '第一', '24/7', '🔞']), { text: 'cur', boundary: 'none' as const }];
    const text = 'ecz3m@ 第*一 24/7 secured 🔞';
    const built = await compileInWorker(terms);
    expect(built.scan(text)).toEqual(compile(terms).scan(text));
    expect(built.scan(text).matches).toHaveLength(5);
    expect(fromTables(built.tables).scan(text)).toEqual(built.scan(text));
  });

  it('keeps the folds it was asked for', async () => {
    const built = await compileInWorker(texts(['cancer']), { folds: ['case'] });
    expect(built.folds).toEqual(['case']);
    expect(built.scan('CANCER c@ncer').matches).toHaveLength(1);
  });

  it('is on shared memory', async () => {
    const built = await compileInWorker(texts(['cancer']));
    expect(built.tables.states.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  it('fails with a reason when the worker cannot start', async () => {
    const elsewhere = new URL('./no-such-worker.ts', import.meta.url);
    await expect(compileInWorker(texts(['cancer']), { workerUrl: elsewhere })).rejects.toThrow(
      /no-such-worker/,
    );
  });

  it('fails when it takes too long', async () => {
    await expect(compileInWorker(numbered('x'), { timeoutMs: 1 })).rejects.toThrow('1 ms');
  });
});

describe('a live set', () => {
  it('lets this thread scan while the next set is built, and a scan keep the set it began with', async () => {
    const live = createLiveSet();
    expect(live.current.scan('cancer').matches).toEqual([]);
    await live.replace(texts(['cancer']));
    const before = live.current;
    let scans = 0;
    const building = live.replace(numbered('y'));
    while (live.current === before) {
      expect(live.current.scan('cancer y1q').matches).toHaveLength(1);
      scans++;
      await new Promise(setImmediate);
    }
    expect(scans).toBeGreaterThan(10);
    expect(await building).toBe(live.current);
    expect(live.current.scan('cancer y1q').matches[0]).toEqual({ term: 1, start: 7, end: 10, folds: 0 });
    expect(before.scan('cancer y1q').matches).toEqual([{ term: 0, start: 0, end: 6, folds: 0 }]);
  });

  it('shows the latest of several replacements, however long each takes', async () => {
    const live = createLiveSet();
    const [, last] = await Promise.all([live.replace(numbered('z')), live.replace(texts(['cancer']))]);
    expect(live.current).toBe(last);
  });

  it('keeps the current set when a build fails', async () => {
    const live = createLiveSet({ timeoutMs: 1 });
    const before = live.current;
    await expect(live.replace(numbered('z'))).rejects.toThrow();
    expect(live.current).toBe(before);
  });
});
