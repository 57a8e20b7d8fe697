import type {
  consideredSchema,
  customRiskSchema,
  textRiskSchema,
  textSummarySchema,
} from '@redline/contracts';
import type { z } from 'zod';
import type { Evaluation, LetPass } from './evaluation.ts';
import type { Localized } from './rules/pack.ts';

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
  const inLocale = (texts: Localized): string => textIn(texts, locale);
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
      folds: [...finding.folds],
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

/** Renders what was let pass in one locale. Throws an Error for a locale the pack does not have. */
export function renderLetPass(
  text: string,
  { ruleId, start, end, reason }: LetPass,
  locale: string,
): z.infer<typeof consideredSchema> {
  return {
    ruleId,
    matchedText: text.slice(start, end),
    startIndex: start,
    endIndex: end,
    reason: textIn(reason, locale),
  };
}

function textIn(texts: Localized, locale: string): string {
  const text = texts[locale];
  if (text === undefined) throw new Error(`the evaluation holds no ${locale}`);
  return text;
}
