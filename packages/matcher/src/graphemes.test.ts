import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './automaton/compile.ts';
import { wholeCharacters } from './graphemes.ts';

/** Letters, letters with marks, joined and toned emoji, flags, mathematical letters, keycaps, syllables of several signs. */
const pieces = [
  'a',
  'b',
  ' ',
  '治',
  '\r\n',
  'e\u0301',
  '\u0301',
  '👍🏽',
  '👩‍👩‍👧',
  '\u200d',
  '🇮🇩',
  '🇺🇸',
  '𝒜',
  '𝒞',
];
const rarePieces = ['3\ufe0f\u20e3', 'か\u3099', 'क्षि', '각', 'ก็', '\ufe0f', '👩', '💚'];
const text = fc.string({ unit: fc.constantFrom(...pieces, ...rarePieces), minLength: 1, maxLength: 14 });

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
const edgesOf = (whole: string): number[] => [
  ...Array.from(segmenter.segment(whole), ({ index }) => index),
  whole.length,
];

describe('a place in whole characters', () => {
  it('is the narrowest that begins and ends between characters as people see them', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, one, other) => {
        const start = Math.min(one % whole.length, other % whole.length);
        const end = Math.max(one % whole.length, other % whole.length) + 1;
        const edges = edgesOf(whole);
        expect(wholeCharacters(whole, { start, end })).toEqual({
          start: edges.findLast((edge) => edge <= start),
          end: edges.find((edge) => edge >= end),
        });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a match', () => {
  const terms = ['mugz𝒜', '𝒜b', 'ab𝒞', 'b👍', '👩', 'a', '𝒞'];
  const set = compile(terms.map((term) => ({ text: term, boundary: 'none' as const })));

  it('never cuts a surrogate pair', () => {
    const unit = fc.constantFrom(...pieces, ...rarePieces, ...terms);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 10 }), (whole) => {
        for (const { start, end } of set.scan(whole).matches)
          expect(whole.slice(start, end).isWellFormed(), JSON.stringify([whole, start, end])).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('of a letter drawn with a pair takes the whole pair, and no other letter of the same first half', () => {
    const [match] = set.scan('our mugz𝒜 here').matches.filter(({ term }) => term === 0);
    expect(match).toMatchObject({ start: 4, end: 10 });
    expect(set.scan('our mugz𝒞 here').matches.filter(({ term }) => term === 0)).toEqual([]);
  });
});
