import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPictureProcess, type PictureProcess } from './image-process.ts';

/** Answers by what it is asked about, as the real program would or would not. */
const program = `
const seen = [];
process.on('message', ({ number, asked: { path } }) => {
  seen.push(path);
  if (path === 'crash') process.kill(process.pid, 'SIGSEGV');
  else if (path === 'fault') process.send({ number, fault: 'the file is empty' });
  else if (path !== 'silence') process.send({ number, answer: { path, pid: process.pid, seen } });
});
process.on('disconnect', () => process.exit());
`;

interface Told {
  readonly path: string;
  readonly pid: number;
  readonly seen: readonly string[];
}

let folder: string;
let url: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redline-process-'));
  url = pathToFileURL(join(folder, 'program.mjs'));
  await writeFile(url, program);
});
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;
const using = async (
  limits: { timeoutMs?: number; questionsMax?: number; niceness?: number },
  work: (ask: Ask) => unknown,
) => {
  const started = createPictureProcess({ timeoutMs: 10_000, questionsMax: 100, ...limits }, url);
  try {
    await work((path, signal = never) => started.ask('survey', { path }, signal) as unknown as Promise<Told>);
  } finally {
    await (started satisfies PictureProcess).close();
  }
};
type Ask = (path: string, signal?: AbortSignal) => Promise<Told>;

describe('the picture process', () => {
  it('stands back behind what else runs on the machine where it is told to', () =>
    using({ niceness: 7 }, async (ask) => {
      expect(getPriority((await ask('a')).pid)).toBe(7);
    }));

  it('answers every question, one after the other, in one process', () =>
    using({}, async (ask) => {
      const told = await Promise.all(['a', 'b', 'c'].map((path) => ask(path)));
      expect(told.map(({ seen }) => seen)).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
    }));

  it('says what is wrong with a file', () =>
    using({}, (ask) =>
      expect(ask('fault')).rejects.toMatchObject({ name: 'PictureFault', message: 'the file is empty' }),
    ));

  it.each([
    ['crashes', 'crash', 10_000],
    ['does not answer in time', 'silence', 300],
  ])('costs one question when it %s, and no other', (_, path, timeoutMs) =>
    using({ timeoutMs }, async (ask) => {
      const { pid } = await ask('before');
      const [lost, next] = await Promise.allSettled([ask(path), ask('after')]);
      expect(lost).toMatchObject({ status: 'rejected', reason: { name: 'Error' } });
      expect(next).toMatchObject({ status: 'fulfilled', value: { path: 'after', seen: ['after'] } });
      expect(next.status === 'fulfilled' && next.value.pid).not.toBe(pid);
    }),
  );

  it('is replaced when it has done its share', () =>
    using({ questionsMax: 2 }, async (ask) => {
      const told = await Promise.all(['a', 'b', 'c'].map((path) => ask(path)));
      expect(told.map(({ seen }) => seen.length)).toEqual([1, 2, 1]);
    }));

  it('is not asked what nobody waits for any more', () =>
    using({}, async (ask) => {
      const leaving = new AbortController();
      const first = ask('a');
      const left = ask('b', leaving.signal);
      leaving.abort(new Error('cancelled'));
      await expect(left).rejects.toThrow('cancelled');
      await first;
      expect((await ask('c')).seen).toEqual(['a', 'c']);
    }));

  it('rejects what waits for it when it is closed', async () => {
    const started = createPictureProcess({ timeoutMs: 10_000, questionsMax: 100 }, url);
    const asked = ['silence', 'b'].map((path) => started.ask('survey', { path }, never));
    const settled = Promise.allSettled(asked);
    await started.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(started.ask('survey', { path: 'c' }, never)).rejects.toThrow('closed');
  });
});
