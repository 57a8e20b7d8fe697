import type { consideredSchema, customRiskSchema } from '@redline/contracts';
import type { CustomFinding, Finding, LetPass } from '@redline/rule-engine/evaluate';
import type { Localized } from '@redline/rule-engine/pack';
import type { z } from 'zod';

/** The text in one locale. Throws an Error for a locale the pack does not have. */
export function inLocale(texts: Localized, locale: string): string {
  const text = texts[locale];
  if (text === undefined) throw new Error(`the evaluation holds no ${locale}`);
  return text;
}

/** What every site shows of a finding, in one locale of its pack. */
export function renderFinding(finding: Finding, locale: string) {
  const { wording } = finding;
  return {
    id: `${finding.ruleId}:${finding.start}`,
    kind: finding.kind,
    severity: finding.severity,
    matchedText: finding.matchedText,
    startIndex: finding.start,
    endIndex: finding.end,
    category: inLocale(wording.category, locale),
    suggestion: inLocale(wording.suggestion, locale),
    legalRef: inLocale(wording.legalRef, locale),
    source: finding.source,
    folds: [...finding.folds],
  };
}

/** What every site shows of a match of an own word. */
export const renderCustomFinding = ({
  matchedText,
  start,
  end,
  replacement,
  note,
}: CustomFinding): z.infer<typeof customRiskSchema> => ({
  ...{ matchedText, startIndex: start, endIndex: end, replacement, note },
});

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
    reason: inLocale(reason, locale),
  };
}
