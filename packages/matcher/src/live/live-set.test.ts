import { describe, expect, it, vi } from 'vitest';
import { compile, compileInWorker, createLiveSet, fromTables } from '../index.ts';

const texts = (words: readonly string[]) => words.map((text) => ({ text }));
/** A worker starts slowly on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

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
    const workerUrl = new URL('./no-such-worker.ts', import.meta.url);
    await expect(compileInWorker(texts(['cancer']), { workerUrl })).rejects.toThrow(/no-such-worker/);
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
