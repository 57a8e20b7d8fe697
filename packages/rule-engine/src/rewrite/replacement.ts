import { type Analysis, analyze } from '../evaluate/analyze.ts';
import type { Engine } from '../evaluate/engine.ts';
import type { Finding } from '../evaluate/evaluation.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Span } from '../judge/spans.ts';
import type { Selection } from '../pack/dimensions.ts';
import { applyEdit, type Edit } from './apply-edit.ts';
import { editOptionsFor } from './edit-options.ts';
import { spanOfWords, wordsOf } from './word-ranges.ts';

/** UTF-16 units that may be analyzed for the replacements of one text: a few dozen sentences, some milliseconds. */
const judgedUnitsMax = 20_000;
/** Edit options that are tried for one finding. */
const triesMax = 6;

/**
 * Adds to each finding a `replacement`: the smallest edit of its words that removes the risk from its sentence. Null where
 * the words can only be cut. Pure and bounded.
 * @param analysis the analysis that the findings were assembled from
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
    const candidate = known.has(key) ? undefined : placeOf(finding);
    if (candidate)
      known.set(key, replacementFor(finding, candidate, analysis, { engine, selection, budget }));
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
  candidate: Candidate,
  { scanned }: Analysis,
  trial: Trial,
): string | null {
  const { structure } = scanned;
  const { finder } = candidate.rule;
  if (finder.kind === 'missing' || finder.kind === 'implied' || finder.kind === 'learned') return null;
  const sentence = sentenceOf(
    structure.sentences,
    structure.sentenceOf,
    wordsOf(structure, candidate.core).first,
  );
  if (!sentence) return null;
  const around = spanOfWords(structure, sentence);
  const within = { start: Math.max(start, around.start), end: Math.min(end, around.end) };
  const sentenceText = structure.text.slice(around.start, around.end);
  // A cut is only proven where the sentence is a risk by itself; a replacement needs no such proof.
  const isRiskAlone = isAtRisk(sentenceText, candidate, trial);
  const options = editOptionsFor(scanned, [candidate], new Set())
    .filter((one) => one.start >= within.start && one.end <= within.end)
    .filter((one) => (isRiskAlone || one.with !== '') && !candidate.rule.fix.instead.includes(one.wording))
    .slice(0, triesMax);
  const words = structure.text.slice(within.start, within.end);
  for (const option of options) {
    const left = editedIn(words, within, option, trial).trim();
    if (left !== '' && !isAtRisk(editedIn(sentenceText, around, option, trial), candidate, trial))
      return left;
  }
  return null;
}

const sentenceOf = <T>(sentences: readonly T[], of: readonly number[], word: number): T | undefined =>
  sentences[of[word] ?? -1];

function editedIn(sentenceText: string, around: Span, edit: Edit, { engine }: Trial): string {
  const place = { ...edit, start: edit.start - around.start, end: edit.end - around.start };
  return applyEdit(sentenceText, place, engine.pack.language.connectives).text;
}

/** Tells whether a sentence has a risk of the topic; true once the budget is spent. */
function isAtRisk(sentenceText: string, { rule }: Candidate, { engine, selection, budget }: Trial): boolean {
  if (budget.units <= 0) return true;
  budget.units -= sentenceText.length;
  return analyze(sentenceText, engine, selection).candidates.some((one) => one.rule.topic === rule.topic);
}
