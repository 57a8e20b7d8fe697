import type { textRiskSchema, textSummarySchema } from '@redline/contracts';
import { type Evaluation, type SeverityLevel, severityLevelOf } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import { renderCustomFinding, renderFinding } from './render-findings.ts';

/** The verdict of a check as the contract of an international site shows it. */
export interface RenderedEvaluation {
  readonly riskLevel: SeverityLevel;
  readonly summary: z.infer<typeof textSummarySchema>;
  readonly risks: z.infer<typeof textRiskSchema>[];
  readonly customRisks: ReturnType<typeof renderCustomFinding>[];
}

/** What of an evaluation is shown. */
export type Rendered = Pick<Evaluation, 'riskLevel' | 'findings' | 'customFindings' | 'summary'>;

/** Renders a stored evaluation in one locale of its pack. Throws an Error for a locale the pack does not have. */
export function render(evaluation: Rendered, locale: string): RenderedEvaluation {
  return {
    riskLevel: severityLevelOf(evaluation.riskLevel),
    summary: { ...evaluation.summary },
    risks: evaluation.findings.map((finding) => renderFinding(finding, locale)),
    customRisks: evaluation.customFindings.map(renderCustomFinding),
  };
}
