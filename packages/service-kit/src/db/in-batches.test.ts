import { describe, expect, it } from 'vitest';
import { inBatches } from './in-batches.ts';

/** A statement whose answers a test gives. */
function slowly() {
  const batches: { items: readonly number[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const run = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({ items, answer: () => resolve(items.map((item) => item * 10)), fail: reject });
    });
  return { batches, run, sizes: () => batches.map(({ items }) => items.length) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const away = Object.assign(new Error('the database is starting up'), { code: '57P03' });

describe('statements over many items', () => {
  it('take together what came at the same time, and what came while the last one was under way', async () => {
    const { batches, run, sizes } = slowly();
    const add = inBatches(run, { sizeMax: 3 });
    const first = [1, 2].map(add);
    await turn();
    const second = [3, 4, 5, 6].map(add);
    await turn();
    expect(sizes()).toEqual([2]);
    batches[0]?.answer();
    expect(await Promise.all(first)).toEqual([10, 20]);
    await turn();
    expect(sizes()).toEqual([2, 3]);
    batches[1]?.answer();
    await turn();
    batches[2]?.answer();
    expect(await Promise.all(second)).toEqual([30, 40, 50, 60]);
  });

  it('that fail for one item fail for no other', async () => {
    const run = async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('2 is refused');
      return items;
    };
    const ends = await Promise.allSettled([1, 2, 3].map(inBatches(run, { sizeMax: 10 })));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('are not repeated while the database is away', async () => {
    const { batches, run, sizes } = slowly();
    const ends = [1, 2, 3].map(inBatches(run, { sizeMax: 10 }));
    await turn();
    batches[0]?.fail(away);
    const failed = await Promise.allSettled(ends);
    expect(failed.every(({ status }) => status === 'rejected')).toBe(true);
    expect(sizes()).toEqual([3]);
  });

  it('hold up the next one for a short while only', async () => {
    const { batches, run, sizes } = slowly();
    const add = inBatches(run, { sizeMax: 10, patienceMs: 5 });
    const stuck = add(1);
    await turn();
    const free = add(2);
    await expect.poll(sizes).toEqual([1, 1]);
    batches[1]?.answer();
    expect(await free).toBe(20);
    batches[0]?.answer();
    expect(await stuck).toBe(10);
  });
});
