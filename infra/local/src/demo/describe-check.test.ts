import { describe, expect, it } from 'vitest';
import type { TextCheck } from './demo-check.ts';
import { describeCheck } from './describe-check.ts';

const check: TextCheck = {
  id: 'text_1',
  object: 'intl_text_check',
  status: 'completed',
  platform: 'dtc_us',
  vertical: 'supplement',
  text: 'It cures colds.',
  riskLevel: 'high',
  summary: { violation: 1, sceneHint: 0, custom: 0, semantic: 0 },
  risks: [
    {
      id: 'r1',
      kind: 'violation',
      severity: 'high',
      matchedText: 'cures colds',
      startIndex: 3,
      endIndex: 14,
      category: 'Disease claim',
      suggestion: 'Remove the claim.',
      legalRef: '21 U.S.C. 321(g)(1)(B)',
      source: 'rule',
      folds: [],
    },
  ],
  customRisks: [],
  semanticLabels: [],
  considered: [],
  fixStatus: null,
  fixedText: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('a verdict for people', () => {
  it('shows each risk with its place, severity, fix and citation', () => {
    expect(describeCheck(check).join('\n')).toBe(`  “It cures colds.”

  riskLevel high, 1 risk

  1. HIGH Disease claim: “cures colds” (3–14)
     fix: Remove the claim.
     law: 21 U.S.C. 321(g)(1)(B)`);
  });

  it('says that a check failed instead of showing none', () => {
    const failed = describeCheck({ ...check, status: 'failed', riskLevel: null, risks: [] });
    expect(failed.at(-1)).toBe('  the check ended failed');
  });
});
