import { expect, it } from 'vitest';
import { defaultWaitsMs, waitAfter } from './schedule.ts';

it('tries for 24 hours, each wait longer than the one before', () => {
  const hours = defaultWaitsMs.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(23.5);
  expect(hours).toBeLessThan(24.5);
  expect(defaultWaitsMs.toSorted((one, other) => one - other)).toEqual(defaultWaitsMs);
});

it('moves each wait by a tenth at most, and ends after the last', () => {
  expect(waitAfter(1, [1_000], 0)).toBe(900);
  expect(waitAfter(1, [1_000], 0.5)).toBe(1_000);
  expect(waitAfter(1, [1_000], 0.999_999)).toBe(1_100);
  expect(waitAfter(2, [1_000], 0.5)).toBeNull();
});
