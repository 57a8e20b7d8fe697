import { describe, expect, it } from 'vitest';
import { spellerOf } from './spellings.ts';
import { termKey } from './terms.ts';

const speller = spellerOf(
  [
    { word: '微信', as: ['薇信', 'VX'], fold: 'homophone' },
    { word: '药', as: ['💊'], fold: 'pictogram' },
    { word: 'tidak', as: ['tdk', 'gak'] },
    { word: 'obat keras', as: ['obker'], fold: 'slang' },
  ],
  termKey,
);
const spelledFrom = (term: string) => speller(termKey(term)).map(({ term: text, fold }) => [text, fold]);

describe('other spellings of a term', () => {
  it.each([
    [
      '加微信群',
      [
        ['加薇信群', 'homophone'],
        ['加vx群', 'homophone'],
      ],
    ],
    ['吃药', [['吃💊', 'pictogram']]],
    [
      'tidak perlu',
      [
        ['tdk perlu', null],
        ['gak perlu', null],
      ],
    ],
    ['jual obat keras', [['jual obker', 'slang']]],
    ['setidaknya', []],
    [
      'obat keras kepala tidak',
      [
        ['obker kepala tidak', 'slang'],
        ['obat keras kepala tdk', null],
        ['obat keras kepala gak', null],
      ],
    ],
  ])('of %s stand in place of whole words', (term, spelled) => {
    expect(spelledFrom(term)).toEqual(expect.arrayContaining(spelled));
    if (spelled.length === 0) expect(spelledFrom(term)).toEqual([]);
  });

  it('go on to a second word, and keep the name of the disguise', () => {
    expect(spelledFrom('tidak jual obat keras')).toContainEqual(['gak jual obker', 'slang']);
  });

  it('are bounded for a term that repeats a word', () => {
    expect(spelledFrom('微信'.repeat(40)).length).toBeLessThanOrEqual(64);
  });
});
