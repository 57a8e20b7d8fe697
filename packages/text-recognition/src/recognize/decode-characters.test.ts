import { describe, expect, it } from 'vitest';
import { decodeCharacters } from './decode-characters.ts';

const characters = ['a', 'b', ' '];
/** Each step with the probabilities of no character, a, b and the space. */
const decoded = (steps: readonly (readonly [number, number, number, number])[]) => {
  const line = decodeCharacters(
    { data: Float32Array.from(steps.flat()), dimensions: [1, steps.length, 4] },
    characters,
  );
  return { ...line, text: line.characters.map(({ character }) => character).join('') };
};

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

  it('say how likely a space before them is, which takes nothing from their confidence', () => {
    const { characters, confidence } = decoded([
      [0, 0, 0, 1],
      [0, 1, 0, 0],
      [0.8, 0, 0, 0.2],
      [0.9, 0, 0, 0.1],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect(characters.map(({ spaceBefore }) => spaceBefore)).toEqual([0, expect.closeTo(0.2, 5)]);
    expect(confidence).toBe(1);
  });

  it('say what else they may be, unless they are certain', () => {
    const { characters, confidenceMin } = decoded([
      [0, 0.98, 0.02, 0],
      [1, 0, 0, 0],
      [0, 0.5, 0.3, 0],
      [0, 0.6, 0.25, 0.1],
    ]);
    expect(characters.map(({ others }) => others)).toEqual([
      [],
      [{ character: 'b', probability: expect.closeTo(0.25, 5) }],
    ]);
    expect(confidenceMin).toBeCloseTo(0.6, 5);
  });

  it('of a line without any are none, with no confidence', () => {
    expect(decoded([[1, 0, 0, 0]])).toMatchObject({ text: '', confidence: 0, characters: [] });
  });

  it('have their places in the line', () => {
    const { text, characters } = decoded([
      [0, 0, 0, 1],
      [0, 1, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 1],
      [1, 0, 0, 0],
      [0, 0, 1, 0],
    ]);
    expect(text).toBe('ab');
    expect(characters.map(({ step }) => step)).toEqual([2, 5.5]);
  });

  it('are refused where the recognizer has other classes', () => {
    expect(() => decodeCharacters({ data: new Float32Array(6), dimensions: [1, 2, 3] }, characters)).toThrow(
      'other classes',
    );
  });
});
