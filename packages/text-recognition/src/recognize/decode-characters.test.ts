import { describe, expect, it } from 'vitest';
import { decodeCharacters } from './decode-characters.ts';

const characters = ['a', 'b', ' '];
/** Each step with the probabilities of no character, a, b and the space. */
const decoded = (steps: readonly (readonly [number, number, number, number])[], spaceMin = 0.1) =>
  decodeCharacters(
    { data: Float32Array.from(steps.flat()), dimensions: [1, steps.length, 4] },
    characters,
    spaceMin,
  );

describe('the characters of a line', () => {
  it('are the likeliest ones, repeated steps taken for one', () => {
    const { text, confidence } = decoded([
      [0.1, 0.9, 0, 0],
      [0.2, 0.8, 0, 0],
      [1, 0, 0, 0],
      [0.1, 0.9, 0, 0],
      [0.3, 0, 0.7, 0],
    ]);
    expect(text).toBe('aab');
    expect(confidence).toBeCloseTo((0.9 + 0.9 + 0.7) / 3, 5);
  });

  it('keep words apart where a space is less likely than no character', () => {
    const steps = [
      [0, 1, 0, 0],
      [0.8, 0, 0, 0.2],
      [0, 0, 1, 0],
    ] as const;
    expect(decoded(steps).text).toBe('a b');
    expect(decoded(steps, 0.3).text).toBe('ab');
    expect(decoded(steps).confidence).toBe(1);
  });

  it('of a line without any are none, with no confidence', () => {
    expect(decoded([[1, 0, 0, 0]])).toEqual({ text: '', confidence: 0, steps: [] });
  });

  it('have their places in the line, without the spaces that are dropped', () => {
    const { text, steps } = decoded([
      [0, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect(text).toBe('a b');
    expect(steps).toEqual([2, 3.5, 6.5]);
    expect(decoded([[0, 0, 0, 1]])).toMatchObject({ text: '', steps: [] });
  });

  it('are refused where the recognizer has other classes', () => {
    expect(() =>
      decodeCharacters({ data: new Float32Array(6), dimensions: [1, 2, 3] }, characters, 0.1),
    ).toThrow('other classes');
  });
});
