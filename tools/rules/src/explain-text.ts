import {
  type ExplainedSentence,
  type Explanation,
  engineOf,
  explain,
  type Finding,
} from '@redline/rule-engine/evaluate';
import { describeFault, readPack } from '@redline/rule-engine/load';
import { type CompiledPack, defaultSelection, type PolicyRow } from '@redline/rule-engine/pack';
import { packFolderOf } from './packs-folder.ts';

/**
 * Says why a text is judged as it is: what it sells, and for each sentence its claims, the policy row of each, and what was
 * found or let pass, with the facts behind it.
 * @param places values of the pack's dimensions, by their names
 * @returns whether the pack could be read and knows the places
 */
export function explainText(
  site: string,
  text: string,
  places: Readonly<Record<string, string>>,
  print: (line: string) => void,
): boolean {
  const result = readPack(packFolderOf(site));
  if ('faults' in result) {
    for (const fault of result.faults) print(describeFault(fault));
    return false;
  }
  const { pack } = result;
  const wrong = Object.entries(places).filter(
    ([name, value]) => !pack.meta.dimensions[name]?.values.includes(value),
  );
  for (const [name, value] of wrong) print(`${site} has no ${name} "${value}"`);
  if (wrong.length > 0) return false;
  const selection = { ...defaultSelection(new Map(), pack.meta), ...places };
  for (const line of linesOf(explain(text, engineOf(result), selection), pack)) print(line);
  return true;
}

const percent = (probability: number): string => probability.toFixed(2);

function linesOf(explanation: Explanation, pack: CompiledPack): string[] {
  const { sentences, findings, considered } = explanation;
  return [
    soldLine(explanation),
    ...sentences.flatMap((sentence) => sentenceLines(sentence)),
    '',
    ...(findings.length + considered.length === 0 ? ['nothing is found'] : []),
    ...findings.flatMap((finding) => findingLines(finding, pack)),
    ...considered.map(
      ({ ruleId, because }) => `lawful (${because}) ${ruleId}: ${reasonOf(because, ruleId, pack)}`,
    ),
  ];
}

/** Goods less probable than this are not named. */
const goodMin = 0.05;

function soldLine({ sold, goods }: Explanation): string {
  if (!sold) return 'nothing is read: there is no reader';
  const likely = goods.filter(([, probability]) => probability >= goodMin);
  const all = likely.map(([good, probability]) => `${good} ${percent(probability)}`).join(', ');
  if (sold.certain !== null) return `sold: ${sold.certain} (${all})`;
  return `sold: undecided${sold.open.length > 0 ? ` between ${sold.open.join(', ')}` : ''} (${all})`;
}

function sentenceLines({ text, judged }: ExplainedSentence): string[] {
  const { unlawful, unlawfulAlone, reportedFrom, score, scoreMin, topic, claims, decision, isFound } = judged;
  const alone = unlawfulAlone === null ? '' : `, by itself ${percent(unlawfulAlone)}`;
  return [
    '',
    JSON.stringify(text),
    `  unlawful ${percent(unlawful)}${alone}; topic ${topic ?? 'unknown'}`,
    `  reported from ${percent(reportedFrom)} on, with a score of ${percent(scoreMin)}: its score is ${percent(score)}`,
    ...claims.flatMap(({ name, state, made, mentioned, cell }) => [
      `  claim ${name}: ${state} (made ${percent(made)}, mentioned ${percent(mentioned)})`,
      ...(cell
        ? [
            `    row ${cell.row.id}: ${cell.row.outcome}${whyOf(cell.row)}`,
            ...cell.others.map(({ good, row }) => `    if it is ${good}: ${row.id}: ${row.outcome}`),
          ]
        : ['    no row applies here']),
    ]),
    `  decision: ${isFound ? 'a rule has found a violation here; nothing is added' : decisionOf(decision)}`,
    ...(judged.because !== null && !isFound ? [`  cleared by: ${judged.because}`] : []),
  ];
}

/** What made a row more specific than the default. */
function whyOf({ places, beside, sold, needs }: PolicyRow): string {
  const named = [
    ...[...places].map(([name, values]) => `${name} ${[...values].join(' or ')}`),
    ...(beside.size > 0 ? [`beside ${[...beside].join(' or ')}`] : []),
    ...(sold.size > 0 ? [`sold ${[...sold].join(' or ')}`] : []),
    ...(needs ? ['words that it needs'] : []),
  ];
  return named.length > 0 ? `, for ${named.join(', ')}` : ', the default';
}

function decisionOf(decision: ExplainedSentence['judged']['decision']): string {
  if (decision.kind === 'nothing') return 'nothing to report';
  if (decision.kind === 'topic') return 'reported by its topic: no row forbids a claim that is made';
  const { claim, cell } = decision;
  if (decision.kind === 'policy') return `${claim.name} is allowed by ${cell.row.id}`;
  if (decision.kind === 'mentioned') return `${claim.name} is only mentioned`;
  return `reported by ${cell.row.id}, for ${claim.name}`;
}

function findingLines(finding: Finding, pack: CompiledPack): string[] {
  const { kind, severity, source, ruleId, matchedText, wordingId, folds } = finding;
  const wording = pack.wordings.get(wordingId);
  const locale = pack.meta.locales[0] ?? '';
  const disguise = folds.length > 0 ? ` (${folds.join(', ')})` : '';
  return [
    `${kind} ${severity} by ${source === 'rule' ? 'the letter' : 'the review'}, ${ruleId}: ${JSON.stringify(matchedText)}${disguise}`,
    `  law: ${wording?.legalRef[locale] ?? ''}`,
    `  fix: ${wording?.suggestion[locale] ?? ''}`,
  ];
}

function reasonOf(because: string, ruleId: string, pack: CompiledPack): string {
  const locale = pack.meta.locales[0] ?? '';
  const category = pack.rules.find(({ id }) => id === ruleId)?.category[locale] ?? ruleId;
  return (pack.reasons.get(because)?.[locale] ?? because).replace('{category}', () => category);
}
