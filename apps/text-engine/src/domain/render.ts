import type { customRiskSchema, textRiskSchema, textSummarySchema } from '@redline/contracts';
import type { z } from 'zod';
import type { Evaluation } from './evaluation.ts';

/** The verdict of a check as the contract shows it. */
export interface RenderedEvaluation {
  readonly riskLevel: Evaluation['riskLevel'];
  readonly summary: z.infer<typeof textSummarySchema>;
  readonly risks: z.infer<typeof textRiskSchema>[];
  readonly customRisks: z.infer<typeof customRiskSchema>[];
  readonly semanticLabels: string[];
}

/** What of an evaluation is shown. */
type Rendered = Pick<Evaluation, 'riskLevel' | 'findings' | 'customFindings' | 'summary'>;

/** Renders a stored evaluation in one locale of its pack. Throws an Error for a locale the pack does not have. */
export function render(evaluation: Rendered, locale: string): RenderedEvaluation {
  const inLocale = (texts: Readonly<Record<string, string>>): string => {
    const text = texts[locale];
    if (text === undefined) throw new Error(`the evaluation holds no ${locale}`);
    return text;
  };
  return {
    riskLevel: evaluation.riskLevel,
    summary: { ...evaluation.summary },
    risks: evaluation.findings.map((finding) => ({
      id: `${finding.ruleId}:${finding.start}`,
      kind: finding.kind,
      severity: finding.severity,
      matchedText: finding.matchedText,
      startIndex: finding.start,
      endIndex: finding.end,
      category: inLocale(finding.wording.category),
      suggestion: inLocale(finding.wording.suggestion),
      legalRef: inLocale(finding.wording.legalRef),
      source: finding.source,
    })),
    customRisks: evaluation.customFindings.map(({ matchedText, start, end, replacement, note }) => ({
      matchedText,
      startIndex: start,
      endIndex: end,
      replacement,
      note,
    })),
    semanticLabels: [],
  };
}
