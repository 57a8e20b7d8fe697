import { relative } from 'node:path';
import { caseNamesOf } from '../cases/case-names.ts';
import type { Case } from '../cases/case-record.ts';
import { type CaseNames, faultsOfCases } from '../cases/check-cases.ts';
import { readCases } from '../cases/read-cases.ts';
import { faultsOfSplit, partsOf, type SplitPart } from '../cases/split-cases.ts';
import { readSplit } from '../cases/split-file.ts';
import { FaultsError } from '../faults-error.ts';
import { casesFolderOf, engineFor } from '../site-folders.ts';

/**
 * Checks the cases of sites and their frozen tests.
 * @returns lines for a terminal
 * @throws FaultsError with everything that is wrong
 */
export function checkCases(sites: readonly string[]): string[] {
  return sites.map((site) => {
    const cases = readCheckedCases(site, caseNamesOf(site, engineFor(site)));
    const split = readSplit(casesFolderOf(site));
    if (!split) return `${site}: ${cases.length} cases; the test is not frozen`;
    const parts = partsOf(cases, split);
    const count = (part: SplitPart, isLawful: boolean): number =>
      cases.filter(({ id, lawful }) => lawful === isLawful && parts.get(id) === part).length;
    const counts = (['test', 'dev', 'train', 'aside'] as const).map(
      (part) => `${part} ${count(part, false)}+${count(part, true)}`,
    );
    return `${site}: ${cases.length} cases, violating + lawful: ${counts.join(', ')}; frozen ${split.frozen}`;
  });
}

/** Reads the cases of a site. Throws a FaultsError for anything that is wrong with them. */
export function readCheckedCases(site: string, names: CaseNames): Case[] {
  const folder = casesFolderOf(site);
  const { cases, faults } = readCases(folder);
  const split = readSplit(folder);
  const all = cases.map(({ one }) => one);
  const found = [
    ...faults,
    ...faultsOfCases(cases, names),
    ...(split ? faultsOfSplit(all, split) : []).map((reason) => ({
      file: `${folder}/split.json`,
      line: 1,
      reason,
    })),
  ];
  if (found.length === 0) return all;
  throw new FaultsError(found.map(({ file, ...rest }) => ({ file: relative(process.cwd(), file), ...rest })));
}
