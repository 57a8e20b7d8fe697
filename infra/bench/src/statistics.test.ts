import { describe, expect, it } from 'vitest';
import { inTurns, median, percentile } from './statistics.ts';

describe('statistics of a benchmark', () => {
  it('takes the middle value, in whatever order they came', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(percentile([5, 1, 2, 3, 4], 0.99)).toBe(5);
    expect(() => median([])).toThrow('no value was measured');
  });

  it('measures in turns and compares round by round, ours over the reference', async () => {
    const order: string[] = [];
    const queue = { ours: [10, 30, 20], reference: [100, 100, 100] };
    const take = (name: 'ours' | 'reference') => async () => {
      order.push(name);
      return queue[name].shift() ?? 0;
    };
    expect(await inTurns(3, take('ours'), take('reference'))).toEqual({
      ours: 20,
      reference: 100,
      ratio: 0.2,
    });
    expect(order).toEqual(['ours', 'reference', 'reference', 'ours', 'ours', 'reference']);
  });
});
