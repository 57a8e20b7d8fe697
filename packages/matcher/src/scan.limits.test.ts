import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile, foldBits, foldNames, leftmostLongest } from './index.ts';
import { terms, textWith } from './scan.arbitraries.ts';

const TIMEOUT_MS = 60_000;
const compileTexts = (texts: readonly string[]) => compile(texts.map((text) => ({ text })));
const without = (text: string): string => text.replace(/[^\p{L}\p{N}\p{M}]/gu, '');

describe('offsets', () => {
  it(
    'cut out the original, so that the piece alone holds the same match',
    () => {
      const cases = terms.chain((dictionary) => fc.tuple(fc.constant(dictionary), textWith(dictionary)));
      fc.assert(
        fc.property(cases, ([dictionary, text]) => {
          const set = compileTexts(dictionary);
          for (const { term, start, end, folds } of set.scan(text).matches) {
            const alone = set.scan(text.slice(start, end)).matches;
            expect(alone).toContainEqual({ term, start: 0, end: end - start, folds });
          }
        }),
        { numRuns: 200 },
      );
    },
    TIMEOUT_MS,
  );

  it('move with what stands before, astral characters and slices of the loop included', () => {
    const set = compileTexts(['eczema', '第一', '𠀀好']);
    const hidden = 'ecz3m@ 第*一 𠀀-好';
    const { matches } = set.scan(hidden);
    expect(matches).toHaveLength(3);
    for (const before of ['😀 ', '𝐱 ', '㎏ ', `${'x'.repeat(8188)} `, `${'ab '.repeat(9000)}`]) {
      const moved = set.scan(before + hidden).matches;
      const expected = matches.map((match) => ({
        ...match,
        start: match.start + before.length,
        end: match.end + before.length,
      }));
      expect(moved, before.slice(0, 10)).toEqual(expected);
    }
  });

  it('hold beside lone surrogates and at both ends of the text', () => {
    const set = compileTexts(['cure']);
    for (const text of ['cure', '\ud835cure', 'cure\udc00', '\udc00 cure \ud800']) {
      expect(set.scan(text).matches.map((match) => text.slice(match.start, match.end))).toEqual(['cure']);
    }
    expect(set.scan('').matches).toEqual([]);
  });
});

describe('what explodes', () => {
  const nested = Array.from({ length: 40 }, (_, i) => '好人'.repeat(20).slice(0, i + 2));
  const text = '好人'.repeat(2500);

  it('is cut at the limit and says so', () => {
    const set = compileTexts(nested);
    const scan = set.scan(text);
    expect(scan.truncated).toBe(true);
    expect(scan.matches).toHaveLength(10_000);
    expect(set.scan(text, { limit: 7 }).matches).toHaveLength(7);
  });

  it('is not called truncated when the limit is just enough', () => {
    const set = compileTexts(['cure']);
    expect(set.scan('cure cure', { limit: 2 })).toMatchObject({ truncated: false, matches: [{}, {}] });
    expect(set.scan('cure cure cure', { limit: 2 })).toMatchObject({ truncated: true, matches: [{}, {}] });
  });

  it('ends, truncated, when hits come to nothing without end', () => {
    const terms = Array.from({ length: 400 }, (_, i) => `${'a b '.repeat(2)}${'c'.repeat(2)} ${i}`);
    const twins = Array.from({ length: 400 }, () => ({ text: 'the rapist' }));
    const set = compile([...twins, ...terms.map((term) => ({ text: term }))]);
    const scan = set.scan('therapist '.repeat(2000));
    expect(scan).toEqual({ matches: [], truncated: true });
  });

  it('thins out to the leftmost and longest of each group', () => {
    const matches = [
      { term: 0, start: 0, end: 4, folds: 0 },
      { term: 1, start: 0, end: 10, folds: 0 },
      { term: 2, start: 5, end: 12, folds: 0 },
      { term: 3, start: 10, end: 12, folds: 0 },
    ];
    expect(leftmostLongest(matches).map(({ term }) => term)).toEqual([1, 3]);
    expect(leftmostLongest(matches, ({ term }) => term % 2).map(({ term }) => term)).toEqual([1, 0, 2, 3]);
  });
});

describe('options and odd terms', () => {
  it('sees through no fold that is switched off', () => {
    const texts: Record<string, string> = {
      case: 'CURE',
      width: 'ｃure',
      compatibility: '𝐜ure',
      'zero-width': 'cu\u200bre',
      combining: 'cüre',
      homoglyph: 'сure',
      leet: 'cur3',
      separator: 'c u r e',
      repeat: 'cuuure',
    };
    const all = compileTexts(['cure']);
    for (const [fold, text] of Object.entries(texts)) {
      expect(
        all.scan(text).matches.map(({ folds }) => foldNames(folds)),
        text,
      ).toEqual([[fold]]);
      const folds = all.folds.filter((name) => name !== fold && name !== 'separator');
      expect(compile([{ text: 'cure' }], { folds }).scan(text).matches, text).toEqual([]);
    }
    const traditional = compile([{ text: '优惠' }], { folds: [] });
    expect(traditional.scan('優惠 优惠').matches).toEqual([{ term: 0, start: 3, end: 5, folds: 0 }]);
    expect(foldBits(all.folds)).toBe(all.tables.foldBits);
  });

  it('lets a term without boundary stand inside a word', () => {
    const set = compile([{ text: 'cur', boundary: 'none' }, { text: 'cur' }]);
    expect(set.scan('secured').matches).toEqual([{ term: 0, start: 2, end: 5, folds: 0 }]);
  });

  it('lists terms that can never match instead of throwing', () => {
    const set = compileTexts(['cure', '', ' ,. ', 'x'.repeat(257), '--']);
    expect(set.ignored).toEqual([1, 2, 3, 4]);
    expect(set.scan('cure , --').matches).toHaveLength(1);
  });

  it('reports every copy of a term', () => {
    expect(
      compileTexts(['cure', 'CURE', 'cure'])
        .scan('cure')
        .matches.map(({ term }) => term)
        .sort(),
    ).toEqual([0, 1, 2]);
  });

  it('finds terms of one row of letters wherever enough of it agrees', () => {
    const set = compileTexts(['哈哈', 'ill', 'aa']);
    const found = (text: string) => set.scan(text).matches.map(({ start, end }) => text.slice(start, end));
    expect(found('哈哈哈哈')).toEqual(['哈哈', '哈哈']);
    expect(found('illl ill lil')).toEqual(['illl', 'ill']);
    expect(found('aaa aa a')).toEqual(['aaa', 'aa']);
  });

  it(
    'gives letters and gaps of any sort back without a fault',
    () => {
      const set = compileTexts(['cure', 'c', '第一', '24/7', '🔞']);
      fc.assert(
        fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
          for (const { start, end } of set.scan(text).matches) {
            expect(without(text.slice(start, end)) !== '' || text.slice(start, end).includes('🔞')).toBe(
              true,
            );
          }
        }),
        { numRuns: 300 },
      );
    },
    TIMEOUT_MS,
  );
});

describe('units that fold to several', () => {
  it('lose no hit when there are very many', () => {
    const set = compile([
      { text: 'kg', boundary: 'none' },
      { text: 'k', boundary: 'none' },
    ]);
    expect(set.scan('㎏'.repeat(400)).matches.filter(({ term }) => term === 0)).toHaveLength(400);
    expect(set.scan(`${'k '.repeat(63)}${'㎏'.repeat(9)}`).matches).toHaveLength(72);
  });
});
