import { caseNamesOf } from '../cases/case-names.ts';
import { testShareMax, testTextsMax } from '../cases/split-cases.ts';
import { freezeSplit } from '../cases/split-file.ts';
import { casesFolderOf, engineFor } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';

/**
 * Freezes the test of a site, once.
 * @returns a line that says of how many texts it is
 */
export function freezeCases(site: string): string {
  const cases = readCheckedCases(site, caseNamesOf(site, engineFor(site)));
  const { test } = freezeSplit(casesFolderOf(site), cases, new Date().toISOString().slice(0, 10));
  const ids = new Set(test.map(({ id }) => id));
  const lawful = cases.filter(({ id, lawful }) => lawful && ids.has(id)).length;
  const violating = test.length - lawful;
  const isFull = lawful === testTextsMax && violating === testTextsMax;
  const why = isFull
    ? ''
    : `, fewer than ${testTextsMax} of a kind: at most ${testShareMax * 100} % of the opened ones measure`;
  return `${site}: frozen ${violating} violating and ${lawful} lawful texts${why}`;
}
