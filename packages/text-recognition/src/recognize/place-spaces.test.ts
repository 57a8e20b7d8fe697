import { describe, expect, it } from 'vitest';
import { spacesBefore } from './place-spaces.ts';

/** Characters, each with the probability of a space before it and the gap there, in times of the height of the line. */
function spaced(
  ...characters: readonly (readonly [character: string, spaceBefore?: number, gap?: number])[]
) {
  const decoded = characters.map(([character, spaceBefore = 0], step) => ({
    ...{ character, spaceBefore, step, certainty: 1, others: [] },
  }));
  const gaps = characters.map(([, , gap = 0.08]) => gap);
  const spaces = spacesBefore(decoded, gaps, 0.02);
  return characters.map(([character], at) => (spaces[at] ? ` ${character}` : character)).join('');
}
const word = (letters: string) => Array.from(letters, (letter) => [letter] as const);

describe('spaces in a line', () => {
  it('are where one is likely enough', () => {
    expect(spaced(...word('tea'), ['f', 0.9, 0.4], ...word('or'), ['u', 0.03, 0.4], ['s'])).toBe(
      'tea for us',
    );
  });

  it('are not within a word, though a low probability says so, where the gap is one between letters', () => {
    const line = (gap: number) =>
      spaced(...word('we'), ['s', 0.9, 0.4], ...word('er'), ['v', 0.05, gap], ['e']);
    expect(line(0.1)).toBe('we serve');
    expect(line(0.35)).toBe('we ser ve');
  });

  it('are where the recognizer hardly sees one, if the gap is that of a space', () => {
    const get = (gap: number) =>
      spaced(...word('BU'), ['Y'], ['2', 0.5, 0.3], ['G', 0.5, 0.3], ...word('ET'), ['1', 0.001, gap]);
    expect(get(0.25)).toBe('BUY 2 GET 1');
    expect(get(0.09)).toBe('BUY 2 GET1');
    const stop = (gap: number) =>
      spaced(...word('Item'), ['n', 0.9, 0.3], ['o'], ['.'], ['4', 0.003, gap], ['8']);
    expect(stop(0.25)).toBe('Item no. 48');
    expect(stop(0.1)).toBe('Item no.48');
  });

  it('are not in a number whose zeros were read as letters, nor between digits', () => {
    expect(spaced(...word('ya'), ['1', 0.9, 0.3], ['o', 0.005, 0.18], ['o'], ['%'])).toBe('ya 1oo%');
    expect(spaced(...word('ya'), ['1', 0.9, 0.3], ['1', 0.003, 0.2], ['0'])).toBe('ya 110');
  });

  it('are left as they were read where no gaps are seen, and beside Chinese characters', () => {
    expect(spaced(['a', 0, 0], ['b', 0.03, 0], ['c', 0, 0], ['d', 0, 0])).toBe('a bcd');
    expect(spaced(['特'], ['价'], ['9', 0.9, 0.4], ['元', 0.03, 0.08])).toBe('特价 9 元');
  });
});
