import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compile } from './index.ts';
import { terms, textWith } from './scan.arbitraries.ts';
import { type Found, search } from './scan.oracle.ts';

const RUNS = Number(process.env['ORACLE_RUNS'] ?? 400);
/** The same cases every time; give another seed and more runs to look for new ones. */
const SEED = Number(process.env['ORACLE_SEED'] ?? 20_261_121);
/** Shared machines can be ten times slower than this needs. */
const TIMEOUT_MS = 60_000 + RUNS * 100;
const cases = terms.chain((dictionary) => fc.tuple(fc.constant(dictionary), textWith(dictionary)));
const key = (found: Found): string => `${found.start}-${found.end} ${found.term}`;

describe('scan and a naive search', () => {
  it(
    'find the same terms at the same places, whatever is put between and for their letters',
    () => {
      let matches = 0;
      fc.assert(
        fc.property(cases, ([dictionary, text]) => {
          const set = compile(dictionary.map((term) => ({ text: term })));
          const found = set
            .scan(text)
            .matches.map((match) => ({ ...match, term: dictionary[match.term] ?? '' }));
          matches += found.length;
          const expected = [...new Set(search(dictionary, text).map(key))].sort();
          expect(found.map(key).sort()).toEqual(expected);
        }),
        { numRuns: RUNS, seed: SEED },
      );
      expect(matches).toBeGreaterThan(RUNS / 2);
    },
    TIMEOUT_MS,
  );
});
