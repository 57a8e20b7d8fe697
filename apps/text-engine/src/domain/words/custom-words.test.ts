import { fileURLToPath } from 'node:url';
import { engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import {
  type CustomWord,
  compileWords,
  customMatcher,
  foldedWord,
  matcherOver,
  slicesOf,
  wordsLookedFor,
} from './custom-words.ts';

const wordOf = (word: string, changes: Partial<CustomWord> = {}): CustomWord => ({
  word,
  matchType: 'keyword',
  library: 'general',
  replacement: null,
  note: null,
  ...changes,
});
const found = (text: string, words: readonly CustomWord[], library?: CustomWord['library']) =>
  customMatcher(words)(text, library).map(({ matchedText }) => matchedText);

describe('custom words', () => {
  it('carry their replacement and note, and stand where the text says', () => {
    const text = 'The Miracle Cure of the year.';
    const [finding, ...more] = customMatcher([
      wordOf('miracle cure', { replacement: 'remedy', note: 'legal said no' }),
    ])(text);
    expect(more).toEqual([]);
    expect(finding).toEqual({
      matchedText: 'Miracle Cure',
      start: 4,
      end: 16,
      replacement: 'remedy',
      note: 'legal said no',
    });
    expect(text.slice(finding?.start, finding?.end)).toBe(finding?.matchedText);
  });

  it('stand inside longer words as keyword and not as phrase', () => {
    expect(found('freedom', [wordOf('free')])).toEqual(['free']);
    expect(found('freedom', [wordOf('free', { matchType: 'phrase' })])).toEqual([]);
    expect(found('feel free!', [wordOf('free', { matchType: 'phrase' })])).toEqual(['free']);
  });

  it('need no boundary where a script has none, as phrase too', () => {
    expect(found('我们的第一品牌', [wordOf('第一', { matchType: 'phrase' })])).toEqual(['第一']);
  });

  it.each([
    ['a mugz𝒜 here', 'mugz𝒜', 'mugz𝒜'],
    ['a mugz𝒞 here', 'mugz𝒜', undefined],
    ['hi 👩‍👩‍👧!', '👩', '👩‍👩‍👧'],
    ['ok 👍🏽 done', '👍', '👍🏽'],
    ['cafe\u0301 here', 'cafe', 'cafe\u0301'],
  ])('are reported in whole characters: %s', (text, word, matched) => {
    expect(found(text, [wordOf(word)])[0]).toBe(matched);
  });

  it('are found through the same disguises as the rules', () => {
    const phrase = [wordOf('miracle', { matchType: 'phrase' })];
    for (const text of ['MIRACLE', 'ｍｉｒａｃｌｅ', 'm1racle', 'm.i.r.a.c.l.e', 'mira\u200bcle']) {
      expect(found(`a ${text} here`, phrase)).toEqual([text]);
    }
  });

  it('count once where they overlap: the longest from the left', () => {
    expect(found('best price ever', [wordOf('best'), wordOf('best price'), wordOf('price ever')])).toEqual([
      'best price',
    ]);
  });

  it('of a product line are looked for on that line alone, general ones everywhere', () => {
    const words = [
      wordOf('one', { library: 'touliu' }),
      wordOf('two'),
      wordOf('three', { library: 'duanju' }),
    ];
    expect(found('one two three', words)).toEqual(['two']);
    expect(found('one two three', words, 'touliu')).toEqual(['one', 'two']);
    expect(found('one two three', words, 'creator')).toEqual(['two']);
  });

  it('of scripts that a site is not written in are not looked for', () => {
    const words = [wordOf('promo'), wordOf('免费'), wordOf('promo 免费'), wordOf('сироп')];
    expect(wordsLookedFor(words, ['Han']).map(({ word }) => word)).toEqual(['promo', 'сироп']);
    expect(wordsLookedFor(words, [])).toBe(words);
  });

  it('that hold no letter, digit or symbol are kept and never found', () => {
    expect(found('wow...', [wordOf('...'), wordOf('wow')])).toEqual(['wow']);
  });

  it('may have more different characters than one automaton holds', () => {
    // Every ideograph of the basic plane and its first extension.
    const words = Array.from({ length: 276 }, (_, n) =>
      wordOf(String.fromCharCode(...Array.from({ length: 100 }, (_, at) => 0x3400 + n * 100 + at))),
    );
    const parts = compileWords(words);
    expect(parts.length).toBeGreaterThan(1);
    const matcher = matcherOver(parts);
    for (const { word } of [words[0], words[275]].flatMap((one) => one ?? [])) {
      expect(matcher(`${word} and more`).map(({ matchedText }) => matchedText)).toEqual([word]);
    }
  });
});

describe('a list that is compiled in parts', () => {
  const words = ['best', 'best price', 'price ever', 'ever'].map((word, n) => wordOf(word, { note: `${n}` }));

  it('finds what it finds compiled at once, however it is cut', () => {
    const text = 'The best price ever, the best ever.';
    const whole = customMatcher(words)(text);
    expect(whole.map(({ note }) => note)).toEqual(['1', '3', '0', '3']);
    for (const cut of [1, 2, 3]) {
      const parts = [words.slice(0, cut), words.slice(cut)].flatMap(compileWords);
      expect(matcherOver(parts)(text)).toEqual(whole);
      expect(matcherOver(parts.toReversed())(text)).toEqual(whole);
    }
  });

  it('shows the word of the product line where a general one is the same', () => {
    const general = wordOf('best', { note: 'general' });
    const own = wordOf('best', { library: 'touliu', note: 'own' });
    for (const parts of [
      [general, own].flatMap((one) => compileWords([one])),
      compileWords([general, own]),
    ]) {
      expect(matcherOver(parts)('best', 'touliu').map(({ note }) => note)).toEqual(['own']);
      expect(matcherOver(parts)('best').map(({ note }) => note)).toEqual(['general']);
    }
  });

  it('is cut into slices of bounded size, each word in one of them', () => {
    const many = Array.from({ length: 9_000 }, (_, n) => wordOf('x'.repeat(1 + (n % 100))));
    const slices = slicesOf(many);
    expect(slices.flat()).toEqual(many);
    expect(slices.length).toBe(Math.ceil((90 * 5_050) / 80_000));
    expect(slicesOf(many.map(() => wordOf('x'))).map(({ length }) => length)).toEqual([4_000, 4_000, 1_000]);
    for (const slice of slices) {
      expect(slice.reduce((sum, { word }) => sum + word.length, 0)).toBeLessThanOrEqual(80_000);
    }
    expect(slicesOf([])).toEqual([]);
  });
});

describe('two words are the same', () => {
  it.each([
    ['Miracle', ' miracle\t'],
    ['STRASSE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'i̇stanbul'],
    ['第一', '　第一 '],
  ])('%j and %j', (one, other) => {
    expect(foldedWord(one)).toBe(foldedWord(other));
  });

  it.each([
    ['cafe', 'café'],
    ['a b', 'ab'],
    ['第一', '第1'],
  ])('and these are not: %j and %j', (one, other) => {
    expect(foldedWord(one)).not.toBe(foldedWord(other));
  });
});

describe('custom words in an evaluation', () => {
  it('never change the verdict', () => {
    const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../../packs/us', import.meta.url))));
    const options = { platform: 'dtc_us', vertical: 'general' };
    const customWords = customMatcher([
      { library: 'general', word: 'MugCo', matchType: 'keyword', replacement: 'our', note: null },
      { library: 'general', word: 'tea', matchType: 'phrase', replacement: null, note: 'house style' },
    ]);
    const text = 'A SuperMugCoMug for t-e-a, not for teas.';
    const evaluation = evaluate(text, engine, options, customWords);
    expect(evaluation.riskLevel).toBe(evaluate(text, engine, options).riskLevel);
    expect(evaluation.summary.custom).toBe(2);
    expect(evaluation.customFindings.map((finding) => finding.matchedText)).toEqual(['MugCo', 't-e-a']);
  });
});
