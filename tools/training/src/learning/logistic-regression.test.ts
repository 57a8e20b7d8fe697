import { describe, expect, it } from 'vitest';
import { type SparseVector, scoreOf, trainLogistic } from './logistic-regression.ts';

const vector = (...values: number[]): SparseVector => ({
  indices: Int32Array.from(values, (_, at) => at),
  values: Float32Array.from(values),
});

/** A fixed cloud of points around two centres, some on the wrong side. */
const points = Array.from({ length: 60 }, (_, at) => {
  const positive = at % 2 === 0;
  const noise = (n: number): number => Math.sin(at * 12.9898 + n * 78.233) * 1.4;
  return { positive, vector: vector((positive ? 1 : -1) + noise(1), noise(2), 1) };
});
const options = { size: 3, costs: [2, 2], passesMax: 2_000, tolerance: 1e-9 } as const;
const vectors = points.map((point) => point.vector);
const positives = points.map((point) => point.positive);

describe('logistic regression', () => {
  it('ends where the gradient of the regularised loss is nothing', () => {
    const weights = trainLogistic(vectors, positives, options);
    const gradient = [...weights];
    for (const [at, example] of vectors.entries()) {
      const sign = positives[at] ? 1 : -1;
      const slope = (-sign * options.costs[0]) / (1 + Math.exp(sign * scoreOf(example, weights)));
      for (const [place, value] of example.values.entries())
        gradient[place] = (gradient[place] ?? 0) + slope * value;
    }
    for (const one of gradient) expect(Math.abs(one)).toBeLessThan(1e-4);
  });

  it('gives the same weights for the same examples, bit by bit', () => {
    expect(trainLogistic(vectors, positives, options)).toEqual(trainLogistic(vectors, positives, options));
  });

  it('finds the side that the examples are on', () => {
    const weights = trainLogistic(vectors, positives, options);
    expect(scoreOf(vector(2, 0, 1), weights)).toBeGreaterThan(0);
    expect(scoreOf(vector(-2, 0, 1), weights)).toBeLessThan(0);
  });
});
