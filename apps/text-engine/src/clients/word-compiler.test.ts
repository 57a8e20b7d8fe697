import { compile, type Term } from '@redline/matcher';
import { afterAll, describe, expect, it } from 'vitest';
import { createWordCompiler } from './word-compiler.ts';

const compiler = createWordCompiler({ hereMax: 2, timeoutMs: 30_000 });
afterAll(() => compiler.stop());

const many: Term[] = [
  { text: 'eczema' },
  { text: 'cur', boundary: 'none' },
  { text: '第一', boundary: 'none' },
];
const text = 'ecz3m@ is secured, 第*一';

describe('a long word list', () => {
  it('finds, compiled in its thread, what it finds compiled here', async () => {
    const [set, ...more] = await compiler.compile(many);
    expect(more).toEqual([]);
    expect(set?.tables.states.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(set?.scan(text)).toEqual(compile(many).scan(text));
    expect(set?.scan(text).matches).toHaveLength(3);
  });

  it('is compiled among others, each answer for its own list', async () => {
    const lists = Array.from({ length: 8 }, (_, n) => [...many, { text: `number${n}` }]);
    const compiled = await Promise.all(lists.map((terms) => compiler.compile(terms)));
    for (const [n, [set]] of compiled.entries()) expect(set?.scan(`number${n}`).matches).toHaveLength(1);
  });

  it('does not hold up this thread', async () => {
    const terms = Array.from({ length: 20_000 }, (_, n) => ({ text: `word${n.toString(36)}q` }));
    let isDone = false;
    const compiling = compiler.compile(terms).finally(() => {
      isDone = true;
    });
    let turns = 0;
    for (; !isDone; turns++) await new Promise(setImmediate);
    expect((await compiling)[0]?.size).toBe(20_000);
    expect(turns).toBeGreaterThan(10);
  });

  it('fails with a reason when the thread cannot start, and the next one has another chance', async () => {
    const broken = createWordCompiler({
      hereMax: 0,
      workerUrl: new URL('./no-such-thread.ts', import.meta.url),
    });
    await expect(broken.compile(many)).rejects.toThrow(/no-such-thread/);
    await expect(broken.compile(many)).rejects.toThrow(/no-such-thread/);
  });

  it('fails when it takes too long, and the next one is compiled', async () => {
    const impatient = createWordCompiler({ hereMax: 0, timeoutMs: 1 });
    await expect(impatient.compile(many)).rejects.toThrow('3 words were not compiled within 1 ms');
    await impatient.stop();
  });

  it('is given up when the engine stops', async () => {
    const stopped = createWordCompiler({ hereMax: 0 });
    const compiling = stopped.compile(many);
    await stopped.stop();
    await expect(compiling).rejects.toThrow('was stopped');
  });
});
