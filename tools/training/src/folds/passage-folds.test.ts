import { describe, expect, it } from 'vitest';
import type { Passage } from '../corpus/passages.ts';
import { passageFolds } from './passage-folds.ts';

const passage = (...sentences: string[]): Passage =>
  sentences.map((sentence, at) => ({
    file: 'a',
    author: null,
    line: at,
    label: 'ok',
    topic: null,
    sentence,
    reason: 'plain',
  }));

describe('folds of passages', () => {
  it('keep passages with near-duplicate sentences together, also over a third', () => {
    const passages = [
      passage('Our tea ends gout for good in two weeks.'),
      passage('A mug.', 'Ships on Monday.'),
      passage('Our balm ends gout for good in two weeks.', 'Your socks come in a box of nine pairs.'),
      passage('My socks come in a box of nine pairs.'),
      passage('Linen napkins, set of four.'),
      passage('Hand wash only.'),
    ];
    const folds = passageFolds(passages, 3);
    expect(new Set([folds[0], folds[2], folds[3]]).size).toBe(1);
    expect(new Set(folds).size).toBe(3);
  });

  it('have about the same size', () => {
    const words = 'ash birch cedar elm fir hazel larch maple oak pine spruce yew'.split(' ');
    const passages = Array.from({ length: 60 }, (_, at) =>
      passage(`${words[at % 12]} ${words[(at * 5 + 3) % 12]} ${at} board ${at * 7}`),
    );
    const sizes = [...Map.groupBy(passageFolds(passages, 5), (fold) => fold).values()].map(
      (fold) => fold.length,
    );
    expect(sizes).toEqual([12, 12, 12, 12, 12]);
  });
});
