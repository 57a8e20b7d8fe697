import { caseNamesOf } from '../cases/case-names.ts';
import { createRandom } from '../compare/random.ts';
import { drawn } from '../real-text/planted-findings.ts';
import { engineFor } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';

/** Any number; a second reader gets the same cases each time. */
const seed = 40;

/**
 * Draws opened cases whose pages a second reader opens again.
 * @returns a line for each: id, address, and what the page should say
 */
export function drawSources(site: string, size: number): string[] {
  const cases = readCheckedCases(site, caseNamesOf(site, engineFor(site)));
  const opened = cases.flatMap(({ source, ...one }) => (source ? [{ ...one, url: source.url }] : []));
  return drawn(opened, size, createRandom(seed)).map(
    ({ id, url, agency, date, claim, why, outcome, lawful }) => {
      const says = lawful ? `lawful: ${why ?? claim ?? ''}` : `${claim ?? ''} (${outcome ?? 'unlawful'})`;
      return `${id}\t${url}\t${agency}, ${date}: ${says}`;
    },
  );
}
