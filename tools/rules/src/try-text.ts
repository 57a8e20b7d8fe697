import { type LocalizedPrecedent, precedentLocale } from '@redline/contracts';
import { type Engine, engineOf, evaluate, messagesOf, precedentIn } from '@redline/rule-engine/evaluate';
import { describeFault, readPack } from '@redline/rule-engine/load';
import type { Selection } from '@redline/rule-engine/pack';
import { rewrite, strategies } from '@redline/rule-engine/rewrite';
import { packFolderOf } from './packs-folder.ts';
import { splitSelection } from './selection-arguments.ts';

/**
 * Evaluates a text by a site's pack. Prints its risk level, its findings, the candidates that were found lawful and,
 * where asked, the precedents of each finding and its rewrites.
 * @param words values of the pack's dimensions, then the text
 * @returns whether the pack could be read
 */
export function tryText(
  site: string,
  words: readonly string[],
  options: { readonly rewrite: boolean; readonly precedents: boolean },
  print: (line: string) => void,
): boolean {
  const result = readPack(packFolderOf(site));
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return false;
  }
  const engine = engineOf(result);
  const { selection, text } = splitSelection(words, result.pack);
  const lines = evaluationLines(text, engine, selection, options.precedents);
  const rewrites = options.rewrite ? rewriteLines(text, engine, selection) : [];
  for (const line of [...lines, ...rewrites]) print(line);
  return true;
}

function evaluationLines(
  text: string,
  engine: Engine,
  selection: Selection,
  withPrecedents: boolean,
): string[] {
  const { riskLevel, findings, considered } = evaluate(text, engine, selection);
  const messages = messagesOf([engine.pack]);
  return [
    `riskLevel: ${riskLevel}`,
    ...findings.flatMap(({ kind, tier, severity, ruleId, matchedText, folds, precedentIds = [] }) => {
      const disguise = folds.length > 0 ? ` (${folds.join(', ')})` : '';
      const words = [kind, ...(tier ? [tier] : []), severity, `${ruleId}:`, JSON.stringify(matchedText)];
      return [
        `${words.join(' ')}${disguise}`,
        ...(withPrecedents ? precedentIds : []).map((id) => precedentLine(precedentIn(messages, id))),
      ];
    }),
    ...considered.map(
      ({ ruleId, because, start, end }) =>
        `lawful (${because}) ${ruleId}: ${JSON.stringify(text.slice(start, end))}`,
    ),
  ];
}

const precedentLine = ({ agency, date, claim, outcome, link }: LocalizedPrecedent): string =>
  `  like ${agency}, ${date}: ${claim[precedentLocale] ?? ''} (${outcome}; ${link})`;

function rewriteLines(text: string, engine: Engine, selection: Selection): string[] {
  return strategies.map((strategy) => {
    const order = { text, selection, strategy, mode: 'content', customFindings: [] } as const;
    return `${strategy}: ${rewrite(order, engine).text}`;
  });
}
