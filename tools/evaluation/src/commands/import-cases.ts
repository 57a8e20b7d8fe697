import { readFileSync } from 'node:fs';
import { caseNamesOf, usualLevels } from '../cases/case-names.ts';
import { type ImportSettings, importCases } from '../cases/import-cases.ts';
import { readSplit } from '../cases/split-file.ts';
import { writeCases } from '../cases/write-cases.ts';
import { FaultsError } from '../faults-error.ts';
import { casesFolderOf, engineFor } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';

/** Where copy of the main site stands when a row does not say. */
const unsaidPlace = { productVertical: 'creator', sceneMode: 'ad' };

/** Returns what an import needs to know of a site. */
export function importSettingsOf(site: string): ImportSettings {
  const engine = engineFor(site);
  return {
    names: caseNamesOf(site, engine),
    levels: usualLevels(engine),
    unsaid: unsaidPlace,
    frozen: new Set(readSplit(casesFolderOf(site))?.test.map(({ id }) => id)),
  };
}

/**
 * Imports collected rows into the cases of a site; what is fine is written even where others are refused.
 * @param print writes a line
 * @throws FaultsError with the rows that were refused
 */
export function importSiteCases(site: string, file: string, print: (line: string) => void): void {
  const folder = casesFolderOf(site);
  const settings = importSettingsOf(site);
  const { cases, added, changed, refused } = importCases(
    readCheckedCases(site, settings.names),
    readFileSync(file, 'utf8'),
    settings,
  );
  writeCases(folder, cases);
  print(
    `${site}: ${added} added, ${changed} changed, ${refused.length} refused, ${cases.length} cases in all`,
  );
  if (refused.length > 0)
    throw new FaultsError(
      refused.map(({ line, id, reason }) => ({ file, line, reason: `${id}: ${reason}` })),
    );
}
