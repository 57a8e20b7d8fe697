import type { Evaluation } from '@redline/rule-engine/evaluate';
import { describe, expect, it } from 'vitest';
import { renderItemVerdict } from './item-verdict.ts';

const tiers = ['STRICT', 'SOFT', 'SOFT'] as const;
const evaluation = {
  riskLevel: 'REJECT',
  summary: { violation: 2, sceneHint: 1, custom: 4, semantic: 5 },
  findings: tiers.map((tier) => ({ tier })),
} as unknown as Evaluation;

describe('the verdict on an item of a batch', () => {
  it('counts violations and scene hints on an international site', () => {
    expect(renderItemVerdict(evaluation, 'international')).toEqual({
      riskLevel: 'REJECT',
      riskCount: 3,
      summary: { violation: 2, sceneHint: 1 },
    });
  });

  it('counts tiers, own words and semantic labels on the main site', () => {
    expect(renderItemVerdict(evaluation, 'main')).toEqual({
      riskLevel: 'REJECT',
      riskCount: 3,
      summary: { strict: 1, soft: 2, custom: 4, semantic: 5 },
    });
  });
});
