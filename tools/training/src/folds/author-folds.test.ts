import { describe, expect, it } from 'vitest';
import { authorFolds } from './author-folds.ts';

const rowsOf = (authors: readonly (string | null)[]): { author: string | null }[] =>
  authors.map((author) => ({ author }));

describe('folds of authors', () => {
  it('have each author in one fold, and rows without an author in none', () => {
    const rows = rowsOf([null, 'live-host', 'baby-shop', 'live-host', null, 'pharmacy']);
    const folds = authorFolds(rows, 2);
    expect(folds[0]).toBe(-1);
    expect(folds[4]).toBe(-1);
    expect(folds[1]).toBe(folds[3]);
    expect(new Set([folds[1], folds[2], folds[5]])).toEqual(new Set([0, 1]));
  });

  it('are the same whatever the order of the rows', () => {
    const authors = ['baby-shop', 'live-host', 'live-host', 'pharmacy'];
    const forth = authorFolds(rowsOf(authors), 3);
    const back = authorFolds(rowsOf([...authors].reverse()), 3).reverse();
    expect(back).toEqual(forth);
  });
});
