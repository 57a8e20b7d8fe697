import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RawPrecedent, rawPrecedentSchema } from '@redline/rule-engine/pack';
import { importCases } from '../cases/import-cases.ts';
import { precedentsOf } from '../cases/precedents.ts';
import { jsonLines } from '../cases/read-cases.ts';
import { FaultsError } from '../faults-error.ts';
import { casesFolderOf, packFolderOf } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';
import { importSettingsOf } from './import-cases.ts';

/**
 * Writes the precedents of a site's pack; the same cases always give the same file. Rows that the cases would refuse are
 * left out.
 * @param file collected rows; null for the stored cases
 * @param print writes a line
 * @throws FaultsError where there are no cases
 */
export function makeSitePrecedents(site: string, file: string | null, print: (line: string) => void): void {
  const settings = importSettingsOf(site);
  const cases =
    file === null
      ? readCheckedCases(site, settings.names)
      : importCases([], readFileSync(file, 'utf8'), settings).cases;
  if (cases.length === 0)
    throw new FaultsError([{ file: file ?? casesFolderOf(site), line: 1, reason: 'there are no cases' }]);
  const target = join(packFolderOf(site), 'precedents.jsonl');
  const rows = precedentsOf(cases, existsSync(target) ? readPrecedentFile(target) : []);
  writeFileSync(target, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  print(`${site}: ${rows.length} precedents of ${cases.length} cases`);
}

const readPrecedentFile = (file: string): RawPrecedent[] =>
  jsonLines(readFileSync(file, 'utf8')).map(({ value }) => rawPrecedentSchema.parse(value));
