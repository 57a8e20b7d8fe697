import { readCases } from '../cases/read-cases.ts';
import { partsOf, type SplitPart } from '../cases/split-cases.ts';
import { readSplit } from '../cases/split-file.ts';
import { casesFolderOf } from '../site-folders.ts';

/** Lists the ids of a site's cases that belong to a part, in order; none before the test is frozen. */
export function listCaseIds(site: string, part: SplitPart): string[] {
  const folder = casesFolderOf(site);
  const split = readSplit(folder);
  const cases = readCases(folder).cases.map(({ one }) => one);
  const parts = split ? partsOf(cases, split) : new Map<string, SplitPart>();
  return cases.map(({ id }) => id).filter((id) => parts.get(id) === part);
}
