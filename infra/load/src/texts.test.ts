import { createRandom } from '@redline/fault/random';
import { describe, expect, it } from 'vitest';
import { composeText, passagesIn, readPassages } from './texts.ts';

describe('texts', () => {
  it('are composed of passages of the corpus, to the character', () => {
    const passages = readPassages('main');
    expect(passages.length).toBeGreaterThan(100);
    const random = createRandom(4);
    for (const length of [60, 300, 5_000]) {
      const text = composeText(passages, { length, number: 7 }, random);
      expect(text.length).toBeGreaterThanOrEqual(length - 1);
      expect(text.length).toBeLessThanOrEqual(length);
    }
  });

  it('differ, and never end with half a character', () => {
    const random = createRandom(5);
    const texts = Array.from({ length: 50 }, (_, number) =>
      composeText(['😀'.repeat(100)], { length: 60 + (number % 2), number }, random),
    );
    expect(new Set(texts).size).toBe(50);
    for (const text of texts) expect(text.isWellFormed()).toBe(true);
  });

  it('leave out lines that are no rows', () => {
    const file = 'debian:a-package\t0123\nok\t-\tOne.\tplain\nbad\tx\tTwo.\twhy\n\nok\t-\tThree.\tplain';
    expect(passagesIn(file, 'us')).toEqual(['One. Two.', 'Three.']);
  });
});
