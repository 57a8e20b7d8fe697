import { describe, expect, it } from 'vitest';
import { english } from '../language/english.ts';
import { expandLexicons } from '../patterns/lexicons.ts';
import { parsePattern } from '../patterns/pattern-syntax.ts';
import { compileBoundedRegex } from '../patterns/regex-dialect.ts';

describe('the pattern language', () => {
  it.each([
    ['', 'empty pattern'],
    ['[0-4] cure', 'begin or end with a gap'],
    ['cure [0-4]', 'begin or end with a gap'],
    ['cure [4] me', 'a gap is written [0-4]'],
    ['cure [0-40] me', '12 at most'],
    ['(cure heal', '"(" is not closed'],
    ['cure )', 'unexpected ")"'],
    ['cure?', 'nothing in the pattern is required'],
    ['cure ★', 'symbols need kind: regex'],
    ['{Big Words}', 'no name of a lexicon'],
  ])('tells the author what is wrong with %j', (source, reason) => {
    expect(() => parsePattern(source, 12)).toThrow(reason);
  });

  it('reads a written hyphen as two words', () => {
    expect(parsePattern('symptom-free', 12)).toEqual(parsePattern('symptom free', 12));
  });
});

describe('the bounded regular expressions', () => {
  it.each([
    ['.*best', 'write a bound'],
    ['a+', 'write a bound'],
    ['a{2,}', 'write a bound'],
    ['a{1,500}', 'repetition above'],
    ['(a{1,20}){1,20}', 'a repeated group'],
    ['(?=a)b', 'look-around'],
    ['(a)\\1', 'back-references'],
  ])('refuses %j, whose worst case is not bounded', (source, reason) => {
    expect(() => compileBoundedRegex(source)).toThrow(reason);
  });

  it('takes symbols, classes and bounded repetition', () => {
    expect('wow!!! ★★'.match(compileBoundedRegex('[!?]{2,8}|[★☆]{1,10}'))).toEqual(['!!!', '★★']);
  });
});

describe('lexicons', () => {
  const verbs = {
    id: 'verbs',
    about: 'verbs',
    inflect: 'verb',
    terms: ['heal'],
    include: [],
    opaque: false,
  } as const;

  it('gives the forms of verbs by name, and the terms of included lexicons', () => {
    const both = {
      id: 'both',
      about: 'both',
      inflect: 'none',
      terms: ['mend'],
      include: ['verbs'],
      opaque: false,
    } as const;
    const expanded = expandLexicons([copy(verbs), copy(both)], english.inflection);
    expect(expanded.get('verbs:ing')).toEqual(['healing']);
    expect(expanded.get('both')).toEqual(expect.arrayContaining(['mend', 'healed']));
    expect(expanded.get('both:s')).toEqual(['heals']);
  });

  it('refuses a lexicon that includes itself', () => {
    expect(() => expandLexicons([copy({ ...verbs, include: ['verbs'] })], english.inflection)).toThrow(
      'includes itself',
    );
  });
});

function copy<T extends { terms: readonly string[]; include: readonly string[] }>(lexicon: T) {
  return { ...lexicon, terms: [...lexicon.terms], include: [...lexicon.include] };
}
