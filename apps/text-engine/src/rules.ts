import { fileURLToPath } from 'node:url';
import { describeFault, readPack } from './clients/pack-files.ts';
import { engineOf, evaluate } from './domain/evaluate.ts';
import { checkExamples } from './domain/rules/check-examples.ts';
import type { PackFault } from './domain/rules/compile-pack.ts';
import type { CompiledPack } from './domain/rules/pack.ts';

/**
 * Command line for rule authors:
 *   rules check [SITE] [--only PREFIX]    validates the pack and runs every rule's own examples
 *   rules try SITE PLATFORM VERTICAL TEXT shows what the pack finds in a text
 */
const packsFolder = fileURLToPath(new URL('../packs', import.meta.url));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function check(site: string, only: string): number {
  const result = readPack(`${packsFolder}/${site}`);
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return 1;
  }
  const { pack, exampleLine } = result;
  const faults = faultsOfExamples(pack, exampleLine, only);
  for (const fault of faults) print(describeFault(fault));
  const topics = new Set(pack.rules.map((rule) => rule.topic));
  print(`${site}: ${pack.rules.length} rules, ${topics.size} topics, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

function faultsOfExamples(
  pack: CompiledPack,
  exampleLine: (ruleId: string, list: 'hit' | 'miss', index: number) => PackFault,
  only: string,
): PackFault[] {
  const engine = engineOf(pack);
  return pack.rules
    .filter((rule) => rule.id.startsWith(only) || rule.topic === only)
    .flatMap((rule) => checkExamples(engine, rule))
    .map(({ ruleId, list, index, reason }) => ({
      ...exampleLine(ruleId, list, index),
      reason: `${ruleId}: ${reason}`,
    }));
}

function tryText(site: string, platform: string, vertical: string, text: string): number {
  const result = readPack(`${packsFolder}/${site}`);
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return 1;
  }
  const evaluation = evaluate(text, engineOf(result.pack), { platform, vertical });
  print(`riskLevel: ${evaluation.riskLevel}`);
  for (const { kind, severity, ruleId, matchedText } of evaluation.findings) {
    print(`${kind} ${severity} ${ruleId}: ${JSON.stringify(matchedText)}`);
  }
  for (const { ruleId, because, start, end } of evaluation.considered) {
    print(`lawful (${because}) ${ruleId}: ${JSON.stringify(text.slice(start, end))}`);
  }
  return 0;
}

function main(args: readonly string[]): number {
  const [command, ...rest] = args;
  if (command === 'try' && rest.length >= 4) {
    const [site = '', platform = '', vertical = '', ...text] = rest;
    return tryText(site, platform, vertical, text.join(' '));
  }
  if (command !== 'check') {
    print('usage: rules check [SITE] [--only TOPIC|ID-PREFIX] | rules try SITE PLATFORM VERTICAL TEXT');
    return 1;
  }
  const only = rest.indexOf('--only');
  const prefix = only >= 0 ? (rest[only + 1] ?? '') : '';
  const site = rest[0] !== undefined && !rest[0].startsWith('--') ? rest[0] : 'us';
  return check(site, prefix);
}

process.exitCode = main(process.argv.slice(2));
