import { describe, expect, it } from 'vitest';
import { handFoldsOf } from './hands.ts';

const rowsOf = (files: readonly string[]): { file: string }[] => files.map((file) => ({ file }));

describe('hands', () => {
  it('never stand in two folds, and rows of no hand in none', () => {
    const rows = rowsOf([
      'a.tsv',
      'x/hand-b.tsv',
      'x/hand-a.tsv',
      'x/hand-b.tsv',
      'texts/hand.jsonl',
      'x/hand-c.tsv',
    ]);
    const folds = handFoldsOf(rows, 2);
    expect(folds[0]).toBe(-1);
    expect(folds[4]).toBe(-1);
    expect(folds[1]).toBe(folds[3]);
    expect(new Set([folds[1], folds[2], folds[5]])).toEqual(new Set([0, 1]));
  });

  it('are dealt alike whatever order their rows stand in', () => {
    const files = ['hand-a.tsv', 'hand-b.tsv', 'hand-b.tsv', 'hand-c.tsv'];
    const forth = handFoldsOf(rowsOf(files), 3);
    const back = handFoldsOf(rowsOf([...files].reverse()), 3).reverse();
    expect(back).toEqual(forth);
  });
});
