import { mainTextRiskSchema } from '@redline/contracts';
import type { Finding } from '@redline/rule-engine/evaluate';
import { describe, expect, it } from 'vitest';
import { renderByTier } from './render-by-tier.ts';

const zh = (text: string) => ({ 'zh-CN': text });
const findingOf = (changes: Partial<Finding> = {}): Finding => ({
  ...{ ruleId: 'main.test.rule', alsoFoundBy: [], topic: 'test', kind: 'violation', source: 'rule' },
  ...{ tier: 'STRICT', tierLabel: zh('硬性违规'), severity: 'high', start: 2, end: 4 },
  ...{ matchedText: '最好', folds: ['width'] },
  wording: {
    ...{ category: zh('类别'), suggestion: zh('建议'), legalRef: zh('《广告法》第九条') },
    ...{ tierReason: zh('违反《广告法》。'), insert: null },
  },
  ...changes,
});
const evaluationOf = (...findings: Finding[]) => ({
  ...{ riskLevel: 'REJECT' as const, findings },
  customFindings: [{ matchedText: '秒杀', start: 6, end: 8, replacement: '优惠', note: null }],
  summary: { violation: findings.length, sceneHint: 0, custom: 1, semantic: 0 },
});

describe('an evaluation by tiers', () => {
  it('shows tier, label and reason of each risk, and counts risks by tier', () => {
    const soft = findingOf({
      tier: 'SOFT',
      tierLabel: zh('跑量风险'),
      kind: 'scene-hint',
      start: 9,
      end: 11,
    });
    const { riskLevel, summary, risks, customRisks } = renderByTier(
      evaluationOf(findingOf(), soft, soft),
      'zh-CN',
    );
    expect([riskLevel, summary]).toEqual(['REJECT', { strict: 1, soft: 2, custom: 1, semantic: 0 }]);
    expect(risks[0]).toEqual({
      ...{ id: 'main.test.rule:2', tier: 'STRICT', tierLabel: '硬性违规', tierReason: '违反《广告法》。' },
      ...{ kind: 'violation', severity: 'high', matchedText: '最好', startIndex: 2, endIndex: 4 },
      ...{ category: '类别', suggestion: '建议', legalRef: '《广告法》第九条', source: 'rule' },
      folds: ['width'],
    });
    expect(risks.map((risk) => mainTextRiskSchema.parse(risk))).toEqual(risks);
    expect(risks[1]).toMatchObject({ tierLabel: '跑量风险', kind: 'scene-hint' });
    expect(customRisks).toEqual([
      { matchedText: '秒杀', startIndex: 6, endIndex: 8, replacement: '优惠', note: null },
    ]);
  });

  it('is none where a finding has no tier, or the verdict is one by severity', () => {
    const without = findingOf({ tier: null, tierLabel: null });
    expect(() => renderByTier(evaluationOf(without), 'zh-CN')).toThrow('main.test.rule has no tier');
    expect(() => renderByTier({ ...evaluationOf(), riskLevel: 'high' }, 'zh-CN')).toThrow(
      'high is a verdict by severity',
    );
    expect(() => renderByTier(evaluationOf(findingOf()), 'en-US')).toThrow('no en-US');
  });
});
