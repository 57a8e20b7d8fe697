import { expect, it } from 'vitest';
import { readingCounter } from './reading-counts.ts';

const law = {
  head: { names: [], weights: new Float32Array(0), bias: new Float32Array(0) },
  calibration: { slope: 1, offset: 0 },
  reportThreshold: 0.8,
  reportScoreMin: 0.3,
  lawfulThreshold: 0.2,
  clearlyLawfulThreshold: 0.05,
  certainlyLawfulThreshold: 0.02,
};
const readingOf = (...unlawful: number[]) => ({
  sentences: unlawful.map((one) => ({ unlawful: one })),
  tokens: { ids: new Int32Array(7) },
  unknown: 2,
});

it('counts the sentences of the text once, and the windows of all that was read for it', () => {
  const counter = readingCounter();
  expect(counter.take()).toBeNull();
  counter.window(5);
  counter.reading(readingOf(0.1, 0.2, 0.79, 0.8), law);
  counter.window(3);
  counter.window(null);
  counter.reading(readingOf(0.5), law);
  expect(counter.take()).toEqual({
    probabilities: [0.1, 0.2, 0.79, 0.8],
    abstained: 2,
    tokens: 7,
    unknown: 2,
    windowsRead: 2,
    windowsKept: 1,
    encodeMs: 8,
  });
  expect(counter.take()).toBeNull();
});
