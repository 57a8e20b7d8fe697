import { fileURLToPath } from 'node:url';
import { checkExamples, engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { describeFault, readNotices, readPack } from '@redline/rule-engine/load';
import { checkNoticeExamples } from '@redline/rule-engine/notices';
import type { CompiledPack, CompiledSources, Examples, PackFault } from '@redline/rule-engine/pack';
import { defaultSelection } from '@redline/rule-engine/pack';
import { rewrite, strategies } from '@redline/rule-engine/rewrite';

/**
 * Command line for rule authors:
 *   rules check [SITE] [--only PREFIX]    validates the pack and runs every rule's own examples
 *   rules check notices                   the same for the qualification notices of the main site
 *   rules try SITE [VALUE…] TEXT          shows what the pack finds in a text; VALUE is a platform, a vertical or a
 *                                         value of another dimension, `name=value` where two dimensions share it;
 *                                         `--rewrite` shows how it would be rewritten
 */
const packsFolder = fileURLToPath(new URL('../../../packs', import.meta.url));

const noExamples: Examples = { hit: [], miss: [] };

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function checkNotices(): number {
  const result = readNotices(`${packsFolder}/main`);
  const faults = 'faults' in result ? result.faults : checkNoticeExamples(result);
  for (const fault of faults) print(describeFault(fault));
  if (!('faults' in result)) print(`notices: ${result.pack.notices.length}, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

function check(site: string, only: string): number {
  const result = readPack(`${packsFolder}/${site}`);
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return 1;
  }
  const { pack } = result;
  const faults = faultsOfExamples(result, only);
  for (const fault of faults) print(describeFault(fault));
  const topics = new Set(pack.rules.map((rule) => rule.topic));
  print(`${site}: ${pack.rules.length} rules, ${topics.size} topics, ${faults.length} faults`);
  return faults.length > 0 ? 1 : 0;
}

function faultsOfExamples({ pack, examples, exampleLine }: CompiledSources, only: string): PackFault[] {
  const engine = engineOf(pack);
  return pack.rules
    .filter((rule) => rule.id.startsWith(only) || rule.topic === only)
    .flatMap((rule) => checkExamples(engine, rule, examples.get(rule.id) ?? noExamples))
    .map(({ ruleId, list, index, reason }) => ({
      ...exampleLine(ruleId, list, index),
      reason: `${ruleId}: ${reason}`,
    }));
}

const rewriteFlag = '--rewrite';

function tryText(site: string, args: readonly string[]): number {
  const result = readPack(`${packsFolder}/${site}`);
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return 1;
  }
  const { selection, text } = readPlaces(
    args.filter((arg) => arg !== rewriteFlag),
    result.pack,
  );
  const engine = engineOf(result.pack);
  const evaluation = evaluate(text, engine, selection);
  print(`riskLevel: ${evaluation.riskLevel}`);
  for (const { kind, tier, severity, ruleId, matchedText, folds } of evaluation.findings) {
    const disguised = folds.length > 0 ? ` (${folds.join(', ')})` : '';
    print(
      `${kind} ${tier ? `${tier} ` : ''}${severity} ${ruleId}: ${JSON.stringify(matchedText)}${disguised}`,
    );
  }
  for (const { ruleId, because, start, end } of evaluation.considered) {
    print(`lawful (${because}) ${ruleId}: ${JSON.stringify(text.slice(start, end))}`);
  }
  if (!args.includes(rewriteFlag)) return 0;
  for (const strategy of strategies) {
    const order = { text, selection, strategy, mode: 'content', customFindings: [] } as const;
    print(`${strategy}: ${rewrite(order, engine).text}`);
  }
  return 0;
}

/** Takes the values of dimensions off the front; dimensions that none is given for get their default. */
function readPlaces(
  args: readonly string[],
  { meta }: CompiledPack,
): { selection: Record<string, string>; text: string } {
  const given: Record<string, string> = {};
  let at = 0;
  for (; at < args.length - 1; at++) {
    const [value = '', name] = (args[at] ?? '').split('=').reverse();
    const dimension = Object.entries(meta.dimensions).find(
      ([known, { values }]) =>
        given[known] === undefined && (name === undefined || name === known) && values.includes(value),
    );
    if (!dimension) break;
    given[dimension[0]] = value;
  }
  return { selection: { ...defaultSelection(new Map(), meta), ...given }, text: args.slice(at).join(' ') };
}

function main(args: readonly string[]): number {
  const [command, ...rest] = args;
  if (command === 'try' && rest.length >= 2) {
    const [site = '', ...args] = rest;
    return tryText(site, args);
  }
  if (command !== 'check') {
    print(
      'usage: rules check [SITE|notices] [--only TOPIC|ID-PREFIX] | rules try SITE [VALUE…] TEXT [--rewrite]',
    );
    return 1;
  }
  const only = rest.indexOf('--only');
  const prefix = only >= 0 ? (rest[only + 1] ?? '') : '';
  const site = rest[0] !== undefined && !rest[0].startsWith('--') ? rest[0] : 'us';
  if (site === 'notices') return checkNotices();
  return check(site, prefix);
}

process.exitCode = main(process.argv.slice(2));
