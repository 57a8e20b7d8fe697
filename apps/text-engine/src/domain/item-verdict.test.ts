import type { Judgment } from '@redline/rule-engine/evaluate';
import { describe, expect, it } from 'vitest';
import { itemVerdict } from './item-verdict.ts';

const tiers = ['STRICT', 'SOFT', 'SOFT'] as const;
const judgment = {
  riskLevel: 'REJECT',
  summary: { violation: 2, sceneHint: 1, custom: 4, semantic: 5 },
  findings: tiers.map((tier) => ({ tier })),
} as unknown as Judgment;

describe('what a batch shows of a text', () => {
  it('counts violations and scene hints on an international site', () => {
    expect(itemVerdict(judgment, 'international')).toEqual({
      ...{ riskLevel: 'REJECT', riskCount: 3 },
      summary: { violation: 2, sceneHint: 1 },
    });
  });

  it('counts tiers, own words and semantic labels on the main site', () => {
    expect(itemVerdict(judgment, 'main')).toEqual({
      ...{ riskLevel: 'REJECT', riskCount: 3 },
      summary: { strict: 1, soft: 2, custom: 4, semantic: 5 },
    });
  });
});
