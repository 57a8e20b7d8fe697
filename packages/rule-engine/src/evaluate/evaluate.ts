import type { Selection } from '../pack/dimensions.ts';
import { type Analysis, analyze } from './analyze.ts';
import { assemble, countsOf, riskLevelOf } from './assemble.ts';
import type { Engine } from './engine.ts';
import { type CustomFinding, type Evaluation, embeddedReviewer } from './evaluation.ts';

/** Finds the account's own words in a text. */
export type FindCustomWords = (text: string) => readonly CustomFinding[];

/**
 * Evaluates a text: scan, match, judge, review, assemble. Pure and deterministic.
 * @param selection where the text is published, by the dimensions of the pack
 * @param customWords left out where no own words apply
 * @returns offsets are UTF-16 into `text`
 */
export function evaluate(
  text: string,
  engine: Engine,
  selection: Selection,
  customWords?: FindCustomWords,
): Evaluation {
  return evaluationOf(text, analyze(text, engine, selection), engine, selection, customWords?.(text));
}

/** Assembles the evaluation of a text from its analysis. */
export function evaluationOf(
  text: string,
  { candidates, considered }: Pick<Analysis, 'candidates' | 'considered'>,
  { pack, reader }: Pick<Engine, 'pack' | 'reader'>,
  selection: Selection,
  customFindings: readonly CustomFinding[] = [],
): Evaluation {
  const findings = assemble(text, pack, selection, candidates);
  return {
    riskLevel: riskLevelOf(findings, pack.meta),
    findings,
    customFindings,
    considered,
    summary: { ...countsOf(findings), custom: customFindings.length, semantic: 0 },
    semanticLabels: [],
    pack: packNameOf(pack),
    reviewer: embeddedReviewer,
    reader: reader?.kind ?? 'off',
  };
}

/** Returns how a record names the pack whose rules were applied. */
export const packNameOf = ({ meta, contentHash }: Engine['pack']): Evaluation['pack'] => ({
  id: meta.id,
  version: meta.version,
  contentHash,
});

/** Returns an evaluation with matches of own words; they never change the verdict. */
export function withCustomFindings(
  evaluation: Evaluation,
  customFindings: readonly CustomFinding[],
): Evaluation {
  return {
    ...evaluation,
    customFindings,
    summary: { ...evaluation.summary, custom: customFindings.length },
  };
}
