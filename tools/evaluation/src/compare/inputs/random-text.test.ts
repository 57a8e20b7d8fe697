import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { chooseCustomWords, chooseSelection } from './choose.ts';
import { disguise } from './disguise.ts';
import { randomText } from './random-text.ts';

const pieces = {
  terms: ['cure', 'guaranteed', '根治'],
  sentences: ['Our drops cure arthritis.', 'Cotton socks, six pairs, in grey.', '三天根治湿疹，无效退款。'],
  foreign: ['Kapsul ini menyembuhkan diabetes.'],
};
const textsOf = (seed: number): string[] => {
  const random = createRandom(seed);
  return Array.from({ length: 1_000 }, () => randomText(pieces, random));
};

describe('random texts', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(textsOf(1)).toEqual(textsOf(1));
    expect(textsOf(1)).not.toEqual(textsOf(2));
  });

  it('hold what breaks code that takes text for granted, and are no longer than the product takes', () => {
    const texts = textsOf(13);
    const share = (holds: (text: string) => boolean) => texts.filter(holds).length / texts.length;
    expect(share((text) => !text.isWellFormed())).toBeGreaterThan(0.02);
    expect(share((text) => /\p{Extended_Pictographic}/u.test(text))).toBeGreaterThan(0.1);
    expect(share((text) => /[\u200b-\u200d\u2060\ufeff\u00ad]/.test(text))).toBeGreaterThan(0.01);
    expect(share((text) => text.includes('\n'))).toBeGreaterThan(0.1);
    expect(share((text) => text.includes('cure'))).toBeGreaterThan(0.3);
    expect(Math.max(...texts.map(({ length }) => length))).toBeGreaterThan(2_000);
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(20_000);
  });
});

it('disguises a word in many ways, some of which leave it alone', () => {
  const random = createRandom(5);
  const made = new Set(Array.from({ length: 300 }, () => disguise('guarantee', random)));
  expect(made.size).toBeGreaterThan(100);
  expect(made).toContain('guarantee');
});

it('draws places from the dimensions that a text names, and own words from the text', () => {
  const random = createRandom(7);
  const dimensions = { platform: { values: ['a', 'b'] }, medium: { values: ['text'], unsaid: 'text' } };
  expect(Object.keys(chooseSelection(dimensions, random))).toEqual(['platform']);
  const words = Array.from({ length: 50 }, () => chooseCustomWords('one two three four', ['term'], random));
  expect(new Set(words.flat().map(({ word }) => word))).toEqual(
    new Set(['one', 'two', 'three', 'four', 'term']),
  );
});
