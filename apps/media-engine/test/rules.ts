import type { Evaluate } from '../src/clients/text-engine.ts';
import type { CheckRequest } from '../src/domain/detection.ts';

export type Asked = { readonly request: CheckRequest } & Parameters<Evaluate>[1];

/** A text engine that forbids these phrases, knows every label, and remembers its requests. */
export const rulesOf = (phrases: readonly string[], asked: Asked[]): Evaluate => {
  return async (request, input) => {
    asked.push({ request, ...input });
    const shared = {
      tier: 'STRICT' as const,
      tierReason: null,
      legalRef: null,
      category: { 'en-US': 'Rule' },
    };
    return {
      pack: { id: 'test', version: '1', contentHash: 'x' },
      passages: input.passages.map(({ id, text }) => ({
        id,
        customFindings: [],
        findings: phrases
          .filter((phrase) => text.includes(phrase))
          .map((phrase) => ({
            ...shared,
            ruleId: 'test.rule' as const,
            topic: 'test' as const,
            kind: 'violation' as const,
            source: 'rule' as const,
            tierLabel: null,
            severity: 'high' as const,
            types: ['OCR'],
            replacement: null,
            start: text.indexOf(phrase),
            end: text.indexOf(phrase) + phrase.length,
            matchedText: phrase,
            suggestion: { 'en-US': 'Remove' },
          })),
      })),
      labels: input.labels.map((label) => ({
        ...shared,
        label,
        types: ['AD'],
        severity: 'low' as const,
        description: { 'en-US': label },
      })),
    };
  };
};
