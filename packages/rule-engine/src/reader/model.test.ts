import { expect, it } from 'vitest';
import { scoresOf } from './model.ts';

it.each([1, 3, 4, 6])('a head of %i names scores each by its own row', (count) => {
  const names = Array.from({ length: count }, (_, row) => `claim ${row}`);
  const head = {
    names,
    weights: Float32Array.from(names.flatMap((_, row) => [row, 1])),
    bias: Float32Array.from(names, (_, row) => 100 * row),
  };
  const expected = names.map((_, row) => 100 * row + row * 2 + 3);
  expect([...scoresOf(head, Float32Array.of(2, 3))]).toEqual(expected);
  expect([...scoresOf(head, Float32Array.of(9, 9, 2, 3, 9, 9), 2, 2)]).toEqual(expected);
});
