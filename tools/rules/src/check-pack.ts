import { checkExamples, checkLawfulExamples, engineOf } from '@redline/rule-engine/evaluate';
import { checkPackFiles, describeFault, type PackWithExamples, readPack } from '@redline/rule-engine/load';
import type { Examples, PackFault } from '@redline/rule-engine/pack';
import { packFolderOf } from './packs-folder.ts';

const noExamples: Examples = { hit: [], miss: [] };

/**
 * Checks a site's pack, how its files are written, and the examples of its rules. Prints a line for each fault and then the counts.
 * @param only a topic, or the beginning of rule ids, whose examples are run; all of them when it is empty
 * @returns whether there was no fault
 */
export function checkPack(site: string, only: string, print: (line: string) => void): boolean {
  const folder = packFolderOf(site);
  const result = readPack(folder);
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return false;
  }
  const faults = [...checkPackFiles(folder), ...faultsOfExamples(result, only)];
  for (const fault of faults) print(describeFault(fault));
  const { policy } = result.pack;
  const rules = result.pack.rules.filter(({ finder }) => finder.kind !== 'claim');
  const topics = new Set(rules.map(({ topic }) => topic));
  const rows = policy.length > 0 ? `, ${policy.length} policy rows` : '';
  print(`${site}: ${rules.length} rules, ${topics.size} topics${rows}, ${faults.length} faults`);
  return faults.length === 0;
}

function faultsOfExamples(loaded: PackWithExamples, only: string): PackFault[] {
  const { pack, examples, exampleLine } = loaded;
  const engine = engineOf(loaded);
  const ofRules = pack.rules
    .filter((rule) => rule.id.startsWith(only) || rule.topic === only)
    .flatMap((rule) => checkExamples(engine, rule, examples.get(rule.id) ?? noExamples));
  const ofLawfulRows = pack.policy
    .filter(({ id, outcome }) => outcome === 'lawful' && id.startsWith(only))
    .flatMap((row) => checkLawfulExamples(engine, row, examples.get(row.id) ?? noExamples));
  return [...ofRules, ...ofLawfulRows].map(({ ruleId, list, index, reason }) => ({
    ...exampleLine(ruleId, list, index),
    reason: `${ruleId}: ${reason}`,
  }));
}
