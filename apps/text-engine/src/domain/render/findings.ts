import { type consideredSchema, type customRiskSchema, renderPrecedents } from '@redline/contracts';
import type { CustomFinding, Finding } from '@redline/rule-engine/evaluate';
import type { z } from 'zod';
import type { StoredConsidered } from '../stored-evaluation.ts';
import { inLocale, precedentIn, reasonIn, type TextsById, wordingIn } from './texts.ts';

/** Renders the fields of a finding that every site shows, in one locale of its pack. Errors as `inLocale`, `wordingIn`. */
export function renderFinding(finding: Finding, texts: TextsById, locale: string) {
  const { category, suggestion, legalRef } = wordingIn(texts, finding.wordingId);
  return {
    id: `${finding.ruleId}:${finding.start}`,
    kind: finding.kind,
    severity: finding.severity,
    matchedText: finding.matchedText,
    startIndex: finding.start,
    endIndex: finding.end,
    category: inLocale(category, locale),
    suggestion: inLocale(suggestion, locale),
    legalRef: inLocale(legalRef, locale),
    source: finding.source,
    folds: [...finding.folds],
    precedents: renderPrecedents(
      (finding.precedentIds ?? []).map((id) => precedentIn(texts, id)),
      locale,
    ),
  };
}

/** Renders a match of an own word, as every site shows it. */
export const renderCustomFinding = ({
  matchedText,
  start,
  end,
  replacement,
  note,
}: CustomFinding): z.infer<typeof customRiskSchema> => ({
  matchedText,
  startIndex: start,
  endIndex: end,
  replacement,
  note,
});

/**
 * Renders the matches of a text that were judged lawful, in one locale of their pack; those of older versions, which
 * have no reason, are left out. Errors as `inLocale`, `reasonIn`.
 */
export const renderConsidered = (
  text: string,
  considered: readonly StoredConsidered[],
  texts: TextsById,
  locale: string,
): z.infer<typeof consideredSchema>[] =>
  considered.flatMap(({ ruleId, start, end, wordingId }) =>
    wordingId === undefined
      ? []
      : {
          ruleId,
          matchedText: text.slice(start, end),
          startIndex: start,
          endIndex: end,
          reason: inLocale(reasonIn(texts, wordingId), locale),
        },
  );
