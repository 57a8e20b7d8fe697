import { type Analysis, analyze } from '../evaluate/analyze.ts';
import type { Engine } from '../evaluate/engine.ts';
import type { Finding } from '../evaluate/evaluation.ts';
import type { Candidate } from '../judge/candidate.ts';
import type { Selection } from '../pack/dimensions.ts';
import { applyEdits } from './edit.ts';
import { editsFor } from './edits-for.ts';
import { sentenceSpans } from './sentence-spans.ts';

/** Analyses for the replacements of one text, at most: they are part of its check, and each is of one sentence. */
const analysesMax = 20;

/**
 * Adds to each finding a `replacement`: its words as a rewrite would leave them. Null where they can only be left out. Pure
 * and bounded.
 * @param analysis the analysis that the findings were assembled from
 */
export function withReplacements(
  findings: readonly Finding[],
  analysis: Analysis,
  engine: Engine,
  selection: Selection,
): Finding[] {
  const known = new Map<string, string | null>();
  let analysesLeft = analysesMax;
  return findings.map((finding) => {
    const key = `${finding.ruleId} ${finding.matchedText}`;
    const candidate = analysis.candidates.find(
      ({ rule, span }) => rule.id === finding.ruleId && span.start < finding.end && finding.start < span.end,
    );
    if (candidate && !known.has(key) && analysesLeft > 0) {
      const edited = editedFinding(finding, candidate, analysis);
      if (edited) analysesLeft--;
      known.set(key, edited && isSafe(edited.sentence, candidate, engine, selection) ? edited.words : null);
    }
    return { ...finding, replacement: known.get(key) ?? null };
  });
}

/** Returns the words of a finding and its sentence after its own edits; null where these reach beyond it or leave nothing. */
function editedFinding(
  { start, end }: Finding,
  candidate: Candidate,
  { scanned }: Analysis,
): { readonly words: string; readonly sentence: string } | null {
  const { structure } = scanned;
  const { text } = structure;
  if (candidate.rule.finder.kind === 'missing') return null;
  const edits = editsFor(scanned, [candidate], { strategy: 'precise', used: new Set(), byClause: true });
  const isWithin = edits.every((edit) => edit.start >= start && edit.end <= end);
  const around = sentenceSpans(structure).find((one) => one.start <= start && start < one.end);
  if (!around || edits.length === 0 || !isWithin) return null;
  const partOf = (from: number, to: number): string =>
    applyEdits(
      text.slice(from, to),
      edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from })),
    ).trim();
  const words = partOf(start, end);
  return words === '' ? null : { words, sentence: partOf(around.start, Math.max(around.end, end)) };
}

const isSafe = (sentence: string, { rule }: Candidate, engine: Engine, selection: Selection): boolean =>
  analyze(sentence, engine, selection).candidates.every((one) => one.rule.topic !== rule.topic);
