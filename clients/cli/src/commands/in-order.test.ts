import { expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

it('items are worked on in a pool of the width that is named, and come in their order', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (item: number): Promise<number> => {
    begun.push(item);
    return new Promise((resolve) => ends.push(() => resolve(item)));
  };
  const results = inOrder([1, 2, 3], 2, work);
  const first = results.next();
  expect(begun).toEqual([1, 2]);
  // The second has ended before the first, and waits for it.
  ends[1]?.();
  ends[0]?.();
  expect((await first).value).toBe(1);
  const second = results.next();
  expect((await second).value).toBe(2);
  expect(begun).toEqual([1, 2, 3]);
  ends[2]?.();
  expect((await results.next()).value).toBe(3);
  expect((await results.next()).done).toBe(true);
});

it('what one item throws is thrown in its turn, and by nobody before', async () => {
  const work = async (item: number): Promise<number> => {
    if (item === 2) throw new Error('two');
    return item;
  };
  const results = inOrder([1, 2, 3], 3, work);
  expect((await results.next()).value).toBe(1);
  await expect(results.next()).rejects.toThrow('two');
});
