import type { Evaluate } from '../src/clients/text-engine.ts';
import type { Ask } from '../src/domain/detection.ts';

export type Asked = { readonly ask: Ask } & Parameters<Evaluate>[1];

/** A text engine that forbids these phrases, knows every label, and keeps what it was asked. */
export const rulesOf = (phrases: readonly string[], asked: Asked[]): Evaluate => {
  return async (ask, question) => {
    asked.push({ ask, ...question });
    const said = {
      ...({ tier: 'STRICT', tierReason: null, legalRef: null } as const),
      category: { 'en-US': 'Rule' },
    };
    return {
      pack: { id: 'test', version: '1', contentHash: 'x' },
      passages: question.passages.map(({ id, text }) => ({
        id,
        customFindings: [],
        findings: phrases
          .filter((phrase) => text.includes(phrase))
          .map((phrase) => ({
            ...said,
            ...({ ruleId: 'test.rule', topic: 'test', kind: 'violation', source: 'rule' } as const),
            ...({ tierLabel: null, severity: 'high', types: ['OCR'], replacement: null } as const),
            ...{ start: text.indexOf(phrase), end: text.indexOf(phrase) + phrase.length },
            ...{ matchedText: phrase, suggestion: { 'en-US': 'Remove' } },
          })),
      })),
      labels: question.labels.map((label) => ({
        ...said,
        ...({ label, types: ['AD'], severity: 'low' } as const),
        description: { 'en-US': label },
      })),
    };
  };
};
