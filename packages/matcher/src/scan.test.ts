import { describe, expect, it } from 'vitest';
import { compile, foldNames } from './index.ts';
import { AS_WRITTEN, DISGUISED, type Hit, INNOCENT, type Row, SPELLED_DIFFERENTLY } from './scan.rows.ts';

function hitsOf({ terms, text }: Row): Hit[] {
  const set = compile(terms.map((term) => ({ text: term })));
  return set.scan(text).matches.map((match) => ({
    term: terms[match.term] ?? '',
    at: text.slice(match.start, match.end),
    folds: foldNames(match.folds),
  }));
}

const key = (hit: Hit): string => `${hit.term} ${hit.at}`;
const sorted = (hits: readonly Hit[]): Hit[] => [...hits].sort((a, b) => (key(a) < key(b) ? -1 : 1));

for (const [group, rows] of Object.entries({ AS_WRITTEN, SPELLED_DIFFERENTLY, DISGUISED, INNOCENT })) {
  describe(group, () => {
    it.each(rows)('$name', (row) => {
      expect(sorted(hitsOf(row))).toEqual(sorted(row.hits));
    });
  });
}

describe('matches as numbers', () => {
  const set = compile([{ text: 'cure' }, { text: '减肥' }]);
  const text = 'A cure, a c-u-r-e, 减肥. '.repeat(300);

  it.each([[10_000], [900], [899], [7]])('are those that a scan gives, at a limit of %i', (limit) => {
    const { matches, truncated } = set.scan(text, { limit });
    const found = set.find(text, { limit });
    expect([found.count, found.truncated]).toEqual([matches.length, truncated]);
    const numbers = matches.flatMap(({ term, start, end, folds }) => [term, start, end, folds]);
    expect([...found.numbers.subarray(0, found.count * 4)]).toEqual(numbers);
  });

  it('are none of a text before', () => {
    set.find(text);
    expect(set.find('nothing')).toMatchObject({ count: 0, truncated: false });
  });
});
