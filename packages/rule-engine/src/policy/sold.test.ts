import { describe, expect, it } from 'vitest';
import { soldOf } from './sold.ts';

const meta = { goods: { vertical: { beauty: ['cosmetic', 'sunscreen'], supplement: ['supplement'] } } };
const sold = (by: Record<string, number>, vertical = 'general') =>
  soldOf(new Map(Object.entries(by)), { vertical }, meta);

describe('what a text sells', () => {
  it('is what its words say, whatever the vertical, when they are sure enough', () => {
    expect(sold({ job: 0.8, supplement: 0.2 }, 'supplement')).toEqual({ certain: 'job', open: [] });
  });

  it('is the likely one of the goods of the vertical when the words leave it open', () => {
    expect(sold({ food: 0.6, cosmetic: 0.2, sunscreen: 0.1 }, 'beauty').certain).toBe('cosmetic');
    expect(sold({ food: 0.6, cosmetic: 0.2, sunscreen: 0.2 }, 'beauty').certain).toBe('cosmetic');
  });

  it('stays open among all that are likely where the vertical says nothing', () => {
    expect(sold({ food: 0.3, supplement: 0.55, toy: 0.14 })).toEqual({
      certain: null,
      open: ['supplement', 'food'],
    });
  });
});
