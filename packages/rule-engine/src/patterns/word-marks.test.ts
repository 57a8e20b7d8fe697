import { describe, expect, it } from 'vitest';
import { markWord, takeMarked, wordMarks } from './word-marks.ts';

describe('marked words', () => {
  const marks = wordMarks(100);
  const taken = (...words: number[]): number[] => {
    for (const word of words) markWord(marks, word);
    return Array.from(marks.words.subarray(0, takeMarked(marks)));
  };

  it.each([[[]], [[0]], [[99, 0, 31, 32, 63, 64]], [[31]], [[70, 69]]])(
    'come back in text order, each once, and are wiped: %j',
    (words) => {
      expect(taken(...words, ...words)).toEqual(words.toSorted((a, b) => a - b));
      expect(taken()).toEqual([]);
    },
  );

  it('say which were marked before', () => {
    expect([5, 6, 5].map((word) => markWord(marks, word))).toEqual([true, true, false]);
    takeMarked(marks);
    expect(markWord(marks, 5)).toBe(true);
  });
});
