import { expect, it } from 'vitest';
import { compareReadings, type Readings } from './readings.ts';

const readings = (texts: readonly (readonly number[])[], weights = 'a'): Readings => ({
  readBy: 'test',
  weights,
  thresholds: { us: [0.2, 0.8] },
  texts: texts.map((unlawful, at) => ({ id: `t${at}`, site: 'us', unlawful })),
});

it('says how far readings lie apart, which are near a threshold, and which are decided otherwise', () => {
  const one = readings([[0.1, 0.5], [0.798], [0.19], [0.9]]);
  const other = readings([[0.1, 0.501], [0.802], [0.191], [0.9]]);
  const { largest, mean, ...counts } = compareReadings(one, other, 0.0015);
  expect(largest).toBeCloseTo(0.004, 6);
  expect(mean).toBeCloseTo(0.006 / 5, 6);
  expect(counts).toEqual({ texts: 4, sentences: 5, beyond: 1, nearThreshold: 1, decidedOtherwise: 1 });
});

it('refuses readings of other texts, sentences or weights', () => {
  const one = readings([[0.1], [0.2]]);
  expect(() => compareReadings(one, readings([[0.1], [0.2]], 'b'), 0.005)).toThrow('weights');
  expect(() => compareReadings(one, readings([[0.1]]), 0.005)).toThrow('different texts');
  expect(() => compareReadings(readings([[0.1]]), one, 0.005)).toThrow('different texts');
  expect(() => compareReadings(one, readings([[0.1], [0.2, 0.3]]), 0.005)).toThrow('t1');
});
