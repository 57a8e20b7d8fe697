import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from '../index.ts';

const setOf = (text: string) => compile([{ text }]);

/** Letters of which no two neighbours are equal, so that each is a row of its own. */
const rows = (minLength: number, maxLength: number, letters: string): fc.Arbitrary<string> =>
  fc.array(fc.nat(letters.length - 2), { minLength, maxLength }).map((picks) => {
    let last = 0;
    return picks
      .map((pick) => {
        last = (last + 1 + pick) % letters.length;
        return letters[last] ?? '';
      })
      .join('');
  });

interface Case {
  readonly terms: readonly string[];
  readonly text: string;
}

/** Terms cut out of one string: they begin, go on and end inside each other. */
const cutOut = (source: fc.Arbitrary<string>): fc.Arbitrary<Case> =>
  source.chain((from) => {
    const piece = fc
      .tuple(fc.nat(from.length - 2), fc.integer({ min: 2, max: 24 }))
      .map(([at, length]) => from.slice(at, at + length));
    const shortened = fc.tuple(piece, fc.nat(3)).map(([text, less]) => text.slice(0, text.length - less));
    return fc.record({
      terms: fc.uniqueArray(piece, { minLength: 1, maxLength: 30 }),
      text: fc.array(fc.oneof(piece, shortened), { minLength: 1, maxLength: 40 }).map((all) => all.join('')),
    });
  });

function everyPlace({ terms, text }: Case): string[] {
  return terms.flatMap((term, index) => {
    const found: string[] = [];
    for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
      found.push(`${index} at ${at}`);
    return found;
  });
}

const hasRepeats = (text: string): boolean => /(.)\1/.test(text);

describe('filter and automaton', () => {
  it.each([
    ['two letters', 'ab'],
    ['a few letters', 'abcd'],
    ['Chinese', '第一最好人品'],
  ])('find every term of any length that begins inside another: %s', (_, letters) => {
    fc.assert(
      fc.property(cutOut(rows(30, 60, letters)), (made) => {
        fc.pre(!hasRepeats(made.text));
        const set = compile(made.terms.map((text) => ({ text, boundary: 'none' })));
        const found = set.scan(made.text).matches.map((match) => `${match.term} at ${match.start}`);
        expect(found.sort()).toEqual(everyPlace(made).sort());
      }),
      { numRuns: 150, seed: 20_261_121 },
    );
  });

  it('go on over the end of a stretch, wherever in a term that is', () => {
    const term = 'abcdefghijklmnopqrstuvwxyz';
    const set = compile([{ text: term }, { text: 'bcd', boundary: 'none' }]);
    for (let before = 4060; before < 4100; before++) {
      const text = `${'x '.repeat(before / 2)}${before % 2 === 0 ? '' : '.'}${term}, ${term}`;
      expect(set.scan(text).matches, String(before)).toHaveLength(4);
    }
  });

  it('take lone surrogates and any other unit of a long text as they are', () => {
    const text = `${'\ud800 \udc00x'.repeat(20)} cure \ud83d`;
    expect(setOf('cure').scan(text).matches).toHaveLength(1);
    const surrogate = setOf('\u{20000}好').scan(`${'\ud840'.repeat(60)}\u{20000}好`);
    expect(surrogate.matches).toEqual([{ term: 0, start: 60, end: 63, folds: 0 }]);
  });
});
