import { type Analysis, analyze } from '../evaluate/analyze.ts';
import type { Engine } from '../evaluate/engine.ts';
import type { Finding } from '../evaluate/evaluation.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { Selection } from '../pack/dimensions.ts';
import { applyEdit, type Edit } from './apply-edit.ts';
import { editOptionsFor } from './edit-options.ts';
import { spanOfWords, wordsOf } from './word-ranges.ts';

/** UTF-16 units that may be judged for the replacements of one text: a few dozen sentences, some milliseconds. */
const judgedUnitsMax = 20_000;
/** Changes that are tried in one place. */
const triesMax = 6;

/**
 * Findings with what may be said in their place: the least change of their own words that takes the risk out of their
 * sentence, as the rewriter would begin. Null where none does, so that the words can only be left out. Pure and bounded.
 * @param analysis what the findings were made of
 */
export function withReplacements(
  findings: readonly Finding[],
  analysis: Analysis,
  engine: Engine,
  selection: Selection,
): Finding[] {
  const budget = { units: judgedUnitsMax };
  const placeOf = ({ ruleId, start, end }: Finding): Candidate | undefined =>
    analysis.candidates.find(({ rule, span }) => rule.id === ruleId && span.start < end && start < span.end);
  const known = new Map<string, string | null>();
  return findings.map((finding) => {
    const key = `${finding.ruleId} ${finding.matchedText}`;
    const standing = known.has(key) ? undefined : placeOf(finding);
    if (standing) known.set(key, replacementFor(finding, standing, analysis, { engine, selection, budget }));
    return { ...finding, replacement: known.get(key) ?? null };
  });
}

interface Trial {
  readonly engine: Engine;
  readonly selection: Selection;
  readonly budget: { units: number };
}

function replacementFor(
  { start, end }: Finding,
  standing: Candidate,
  { scanned }: Analysis,
  trial: Trial,
): string | null {
  const { structure } = scanned;
  const { finder } = standing.rule;
  if (finder.kind === 'missing' || finder.kind === 'implied' || finder.kind === 'learned') return null;
  const sentence = sentenceOf(
    structure.sentences,
    structure.sentenceOf,
    wordsOf(structure, standing.core).first,
  );
  if (!sentence) return null;
  const around = spanOfWords(structure, sentence);
  const within = { start: Math.max(start, around.start), end: Math.min(end, around.end) };
  const said = structure.text.slice(around.start, around.end);
  // A sentence that is no risk by itself says nothing about what was cut out of it; other words are other words.
  const tellsByItself = isAtRisk(said, standing, trial);
  const candidates = editOptionsFor(scanned, [standing], new Set())
    .filter((one) => one.start >= within.start && one.end <= within.end)
    .filter((one) => (tellsByItself || one.with !== '') && !standing.rule.fix.instead.includes(one.said))
    .slice(0, triesMax);
  const words = structure.text.slice(within.start, within.end);
  for (const candidate of candidates) {
    const left = editedIn(words, within, candidate, trial).trim();
    if (left !== '' && !isAtRisk(editedIn(said, around, candidate, trial), standing, trial)) return left;
  }
  return null;
}

const sentenceOf = <T>(sentences: readonly T[], of: readonly number[], word: number): T | undefined =>
  sentences[of[word] ?? -1];

function editedIn(said: string, around: Span, edit: Edit, { engine }: Trial): string {
  const place = { ...edit, start: edit.start - around.start, end: edit.end - around.start };
  return applyEdit(said, place, engine.pack.language.connectives).text;
}

/** Whether something of the topic stands in a sentence; it does once the budget is spent. */
function isAtRisk(said: string, { rule }: Candidate, { engine, selection, budget }: Trial): boolean {
  if (budget.units <= 0) return true;
  budget.units -= said.length;
  return analyze(said, engine, selection).candidates.some((one) => one.rule.topic === rule.topic);
}
