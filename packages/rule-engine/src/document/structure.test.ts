import { describe, expect, it } from 'vitest';
import { english } from '../language/english.ts';
import { numeralsOf } from './numerals.ts';
import { breaks } from './sentences.ts';
import { structureOf } from './structure.ts';

const sentencesOf = (text: string): string[] => {
  const { sentences, tokens } = structureOf(text, english);
  return sentences.map(({ first, last }) => text.slice(tokens[first]?.start, tokens[last - 1]?.end));
};

const numeralsIn = (text: string, kind: string): string[] => {
  const structure = structureOf(text, english);
  return numeralsOf(structure)
    .filter((numeral) => numeral.kind === kind)
    .map(({ first, last }) => text.slice(structure.tokens[first]?.start, structure.tokens[last - 1]?.end));
};

describe('a text taken apart', () => {
  it('gives every word its place in the original, invisible characters included', () => {
    const text = 'Mel\u00adts  Fa\u200bt — it’s 15lbs 🎉';
    const { tokens } = structureOf(text, english);
    expect(tokens.map((token) => token.word)).toEqual(['melts', 'fat', "it's", '15', 'lbs']);
    expect(tokens.map((token) => text.slice(token.start, token.end))).toEqual([
      'Mel\u00adts',
      'Fa\u200bt',
      'it’s',
      '15',
      'lbs',
    ]);
  });

  it.each([
    ['Soft. Warm! Really? Yes', ['Soft', 'Warm', 'Really', 'Yes']],
    ['• first\n• second | third', ['first', 'second', 'third']],
    ['Dr. Lee weighs 1.9 lb of No. 3 tea', ['Dr. Lee weighs 1.9 lb of No. 3 tea']],
    ['Our F.D.A. approved tea', ['Our F.D.A. approved tea']],
    ['it k!lls C.0.P.D fears', ['it k!lls C.0.P.D fears']],
    ['it works.Order now', ['it works', 'Order now']],
    ['You said "what?" four times. "Why?" He left', ['You said "what?" four times', 'Why', 'He left']],
    ['tincture... and more', ['tincture... and more']],
  ])('splits %j into sentences', (text, sentences) => {
    expect(sentencesOf(text)).toEqual(sentences);
  });

  it.each([
    ['lower case follows', 'Collars have been around for a long time and can be very\n   humane to a dog.'],
    [
      'it ends in a word that wants another',
      'We clean the kitchen, the bath and every window of\nOhio in a day.',
    ],
  ])('reads on over the end of a long line where %s', (_, text) => {
    expect(sentencesOf(text)).toEqual([text.slice(0, -1)]);
  });

  it('does not read on over the end of a title, an item of a list, or a sentence', () => {
    expect(sentencesOf('free shipping\nhand made\nof linen')).toHaveLength(3);
    expect(
      sentencesOf('Our collars have been around for a very long time now.\nhumane to a dog'),
    ).toHaveLength(2);
    expect(
      sentencesOf('Our collars have been around for a very long time now\nHumane to a dog'),
    ).toHaveLength(2);
    expect(
      sentencesOf('Our collars have been around for a very long time now\n\nhumane to a dog'),
    ).toHaveLength(2);
  });

  it('breaks at a dash between words, not at a hyphen within one', () => {
    const { breakBefore, tokens } = structureOf('long-term pain - COVID-19, gone--really', english);
    const broken = tokens.filter((_, at) => at > 0 && (breakBefore[at] ?? 0) >= breaks.clause);
    expect(broken.map(({ word }) => word)).toEqual(['covid', 'really']);
  });

  it('finds quotations by double and by single marks, and no apostrophe', () => {
    const text = `She's sure: "it works" and 'it heals', don't you think?`;
    expect(structureOf(text, english).quotes.map(({ start, end }) => text.slice(start, end))).toEqual([
      '"it works"',
      "'it heals'",
    ]);
  });

  it.each([
    ['was $1,299.00 or fifty bucks', 'money', ['1,299.00', 'fifty bucks']],
    ['in two weeks, a night, 30-day', 'duration', ['two weeks', 'a night', '30-day']],
    ['lost 15 lbs, forty-eight hundred pounds', 'weight', ['15 lbs', 'forty-eight hundred pounds']],
    ['30% off, ninety percent', 'percent', ['30', 'ninety percent']],
    ['the #1 tea, number one again', 'rank', ['1', 'number one']],
    ['three dress sizes', 'length', ['three dress sizes']],
  ])('reads numerals in %j', (text, kind, found) => {
    expect(numeralsIn(text, kind)).toEqual(expect.arrayContaining(found));
  });
});
