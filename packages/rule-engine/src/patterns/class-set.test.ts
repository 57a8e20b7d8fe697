import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { english } from '../language/english.ts';
import { isClassSet, runClassSet } from './class-set.ts';
import { occurrencesIn } from './index-occurrences.ts';
import { type MatchRow, matchesOf } from './matches.rows.ts';
import type { Occurrence } from './occurrence.ts';
import { op } from './pattern-code.ts';
import type { PatternTable } from './pattern-table.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordMarks } from './word-marks.ts';

const structure = structureOf('A good night of deep sleep and a sleep aid. Sleep well.', english);
const vocabulary = { classCount: 9, numerals: new Map() } as unknown as Vocabulary;
const list: readonly MatchRow[] = [
  [10, 11, [1]],
  [8, 10, [1, 2]],
  [8, 9, [1], ['leet']],
  [9, 11, [1]],
  [5, 6, [1], ['pinyin', 'pinyin']],
  [1, 3, [3]],
  [5, 6, [3]],
];

/** Returns the matches of instructions that begin at 0, behind those found before. */
function found(code: readonly number[]): Occurrence[] {
  const before: Occurrence = { first: 0, last: 1, folds: [] };
  const all = [before];
  const words = structure.tokens.length;
  const surface = {
    structure,
    table: { code: Int32Array.from(code) } as unknown as PatternTable,
    occurrences: occurrencesIn(structure, matchesOf(list), vocabulary),
    gapStops: new Uint8Array(words),
    marks: wordMarks(words),
    markedOccurrence: new Int32Array(words),
  };
  const end = runClassSet(surface, 0, all, 1);
  expect(all[0]).toBe(before);
  return all.slice(1, end).map(({ first, last, folds }) => ({ first, last, folds }));
}

const plain = (first: number, last: number): Occurrence => ({ first, last, folds: [] });
const disguised = { first: 5, last: 6, folds: ['pinyin'] };

describe('a pattern of nothing but classes', () => {
  it.each([
    ['one class', [op.class, 1, op.accept], true],
    ['one of several', [op.oneOf, 2, 1, 3, op.accept], true],
    ['a class and more', [op.class, 1, op.class, 2, op.accept], false],
    ['one of several and more', [op.oneOf, 2, 1, 3, op.sentenceEnd, op.accept], false],
    ['a choice', [op.choice, 1, 4, -1, op.accept], false],
  ])('is told from others: %s', (_, code, isSet) => {
    expect(isClassSet(Int32Array.from(code), 0)).toBe(isSet);
  });

  it('finds at each word the first scanned, none beyond a sentence, and names a disguise once', () => {
    expect(found([op.class, 1, op.accept])).toEqual([
      disguised,
      { ...plain(8, 9), folds: ['leet'] },
      plain(10, 11),
    ]);
  });

  it('finds of several classes at a word the one that is named first, in text order', () => {
    expect(found([op.oneOf, 3, 2, 3, 1, op.accept])).toEqual([
      plain(1, 3),
      plain(5, 6),
      plain(8, 10),
      plain(10, 11),
    ]);
  });

  it('finds nothing where no class occurs', () => {
    expect(found([op.class, 7, op.accept])).toEqual([]);
    expect(found([op.oneOf, 2, 7, 8, op.accept])).toEqual([]);
  });
});
