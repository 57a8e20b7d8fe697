import { expect, it } from 'vitest';
import { packSites } from '../site-folders.ts';
import { carriersOf, carryTerms, readTerms } from './carried-terms.ts';

it('every site has neutral sentences, and each carries each term of a list', () => {
  const terms = readTerms('# a list\nbest\n\n$1 cure\nbest\n');
  expect(terms).toEqual(['best', '$1 cure']);
  for (const site of packSites) {
    const carried = carryTerms(terms, carriersOf(site));
    expect(carried.length).toBe(2 * carriersOf(site).carriers.length);
    expect(carried.every(({ text, start, end, term }) => text.slice(start, end) === term)).toBe(true);
    expect(new Set(carried.map(({ id }) => id)).size).toBe(carried.length);
  }
});
