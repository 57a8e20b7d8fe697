import { describe, expect, it } from 'vitest';
import { authorFolds } from './author-folds.ts';

const rowsOf = (files: readonly string[]): { file: string }[] => files.map((file) => ({ file }));

describe('folds of authors', () => {
  it('have each author in one fold, and rows without an author in none', () => {
    const rows = rowsOf([
      'a.tsv',
      'x/hand-b.tsv',
      'x/hand-a.tsv',
      'x/hand-b.tsv',
      'texts/hand.jsonl',
      'x/hand-c.tsv',
    ]);
    const folds = authorFolds(rows, 2);
    expect(folds[0]).toBe(-1);
    expect(folds[4]).toBe(-1);
    expect(folds[1]).toBe(folds[3]);
    expect(new Set([folds[1], folds[2], folds[5]])).toEqual(new Set([0, 1]));
  });

  it('are the same whatever the order of the rows', () => {
    const files = ['hand-a.tsv', 'hand-b.tsv', 'hand-b.tsv', 'hand-c.tsv'];
    const forth = authorFolds(rowsOf(files), 3);
    const back = authorFolds(rowsOf([...files].reverse()), 3).reverse();
    expect(back).toEqual(forth);
  });
});
