import { describe, expect, it } from 'vitest';
import { structureOf } from '../document/structure.ts';
import { english } from '../language/english.ts';
import { occurrencesIn } from './index-occurrences.ts';
import { type MatchRow, matchesOf } from './matches.rows.ts';
import { foldsAt, occurrenceAt } from './occurrences.ts';
import type { Vocabulary } from './vocabulary.ts';

const structure = structureOf('A good night of deep sleep and a sleep aid. Sleep well.', english);
const vocabulary = { classCount: 200, numerals: new Map() } as unknown as Vocabulary;
// 5, 37 and 69 share the bit of a word, 6 and 38 another one.
const list: readonly MatchRow[] = [
  [10, 11, [5]],
  [5, 6, [69, 5]],
  [8, 10, [5]],
  [8, 9, [5], ['leet']],
  [8, 9, [5, 38]],
  [0, 1, [199]],
];
const occurrences = occurrencesIn(structure, matchesOf(list), vocabulary);

/** Returns the result of the look-up, as words and folds. */
const at = (of: number, word: number) => {
  const found = occurrenceAt(occurrences, of, word);
  const { firsts, lasts } = occurrences;
  return found < 0 ? null : { first: firsts[found], last: lasts[found], folds: foldsAt(occurrences, found) };
};

describe('an occurrence looked up by its word', () => {
  it.each([
    [5, 5, 6],
    [69, 5, 6],
    [38, 8, 9],
    [5, 10, 11],
    [199, 0, 1],
  ])('of class %i at word %i is the one that begins there', (of, word, last) => {
    expect(at(of, word)).toEqual({ first: word, last, folds: [] });
  });

  it('is the shortest of several, and of those the least disguised', () => {
    expect(at(5, 8)).toEqual({ first: 8, last: 9, folds: [] });
  });

  it.each([
    ['that shares its bit with one that does', 37, 5],
    ['that begins at the word before', 5, 9],
    ['that begins elsewhere', 199, 5],
    ['behind the last one', 5, structure.tokens.length],
  ])('is none of a class %s', (_, of, word) => {
    expect(at(of, word)).toBeNull();
  });

  it('finds every match under each of its classes and nothing else', () => {
    for (let of = 0; of < vocabulary.classCount; of++)
      for (let word = 0; word < structure.tokens.length; word++) {
        const begins = list.some(([first, , classes]) => first === word && classes.includes(of));
        expect(at(of, word) !== null).toBe(begins);
      }
  });
});
