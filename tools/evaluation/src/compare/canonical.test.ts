import { expect, it } from 'vitest';
import { canonicalJson } from './canonical.ts';

it('writes equal values as equal lines, whatever the order in which they were made', () => {
  const one = { b: [1, { d: null, c: 'x' }], a: undefined, m: new Map([['k', 1]]), s: new Set(['z', 'y']) };
  const other = { s: new Set(['y', 'z']), m: { k: 1 }, b: [1, { c: 'x', d: null }] };
  expect(canonicalJson(one)).toBe(canonicalJson(other));
  expect(canonicalJson(one)).toBe('{"b":[1,{"c":"x","d":null}],"m":{"k":1},"s":["y","z"]}');
});

it('keeps lone surrogates and the order of lists', () => {
  expect(JSON.parse(canonicalJson(['\ud83d', 2, 1]))).toEqual(['\ud83d', 2, 1]);
});
