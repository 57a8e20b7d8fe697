import { describe, expect, it } from 'vitest';
import { weights } from './weights.rows.ts';
import { decodeWeights, encodeWeights } from './weights.ts';

describe('a file of weights', () => {
  it('gives back what was written', () => {
    expect(decodeWeights(encodeWeights(weights))).toEqual(weights);
  });

  it('can be read at any place of a larger buffer', () => {
    const bytes = encodeWeights(weights);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeWeights(shifted.subarray(3))).toEqual(weights);
  });

  it.each([
    ['something else', new Uint8Array(64), 'not a file of weights'],
    ['one that breaks off', encodeWeights(weights).slice(0, -4), 'breaks off'],
    ['one that goes on', new Uint8Array([...encodeWeights(weights), 0, 0, 0, 0]), 'goes on'],
  ])('is refused when it is %s', (_, bytes, reason) => {
    expect(() => decodeWeights(bytes)).toThrow(reason);
  });
});
