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
