import { expect, it } from 'vitest';
import { formatShare, shareOf } from './share.ts';

it('gives a share its Wilson interval', () => {
  const { value, low, high } = shareOf(9, 10);
  expect(value).toBe(0.9);
  expect(low).toBeCloseTo(0.5958, 4);
  expect(high).toBeCloseTo(0.9821, 4);
  expect(shareOf(0, 0)).toMatchObject({ value: 0, low: 0, high: 1 });
  expect(formatShare(shareOf(52, 57))).toBe('0.912 [0.811, 0.962] (52/57)');
});
