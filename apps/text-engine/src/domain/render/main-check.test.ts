import { mainTextRiskSchema } from '@redline/contracts';
import type { Finding } from '@redline/rule-engine/evaluate';
import { describe, expect, it } from 'vitest';
import type { TextCheck } from '../text-check.ts';
import { renderMainCheck } from './main-check.ts';
import type { TextsById } from './texts.ts';

const zh = (text: string) => ({ 'zh-CN': text });
const texts: TextsById = new Map([
  [
    'w1',
    {
      category: zh('类别'),
      suggestion: zh('建议'),
      legalRef: zh('《广告法》第九条'),
      tierReason: zh('违反《广告法》。'),
      insert: null,
    },
  ],
]);
const findingOf = (changes: Partial<Finding> = {}): Finding => ({
  ruleId: 'main.test.rule',
  wordingId: 'w1',
  alsoFoundBy: [],
  topic: 'test',
  kind: 'violation',
  tier: 'STRICT',
  tierLabel: zh('硬性违规'),
  severity: 'high',
  source: 'rule',
  start: 2,
  end: 4,
  matchedText: '最好',
  folds: ['width'],
  ...changes,
});
const checkWith = (findings: readonly Finding[], changes: Partial<TextCheck> = {}): TextCheck => ({
  id: 'text_1',
  status: 'completed',
  platform: 'shortvideo_a',
  vertical: 'beauty',
  productVertical: 'creator',
  sceneMode: 'content',
  autoFix: false,
  explainLocale: 'zh-CN',
  text: '我家最好的，秒杀',
  evaluation: {
    riskLevel: 'REJECT',
    findings,
    customFindings: [{ matchedText: '秒杀', start: 6, end: 8, replacement: '优惠', note: null }],
    summary: { violation: findings.length, sceneHint: 0, custom: 1, semantic: 0 },
    considered: [],
    semanticLabels: [],
  },
  failureReason: null,
  fixStatus: null,
  fixedText: null,
  fixes: [],
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...changes,
});

describe('a record of the main site', () => {
  it('shows tier, label and reason of each risk, and counts risks by tier', () => {
    const soft = findingOf({
      tier: 'SOFT',
      tierLabel: zh('跑量风险'),
      kind: 'scene-hint',
      start: 9,
      end: 11,
    });
    const record = renderMainCheck(checkWith([findingOf(), soft, soft]), texts);
    expect([record.riskLevel, record.summary]).toEqual([
      'REJECT',
      { strict: 1, soft: 2, custom: 1, semantic: 0 },
    ]);
    const [first, second] = record.risks ?? [];
    expect(first).toEqual({
      id: 'main.test.rule:2',
      tier: 'STRICT',
      tierLabel: '硬性违规',
      tierReason: '违反《广告法》。',
      kind: 'violation',
      severity: 'high',
      matchedText: '最好',
      startIndex: 2,
      endIndex: 4,
      category: '类别',
      suggestion: '建议',
      legalRef: '《广告法》第九条',
      source: 'rule',
      folds: ['width'],
      precedents: [],
    });
    expect(record.risks?.map((risk) => mainTextRiskSchema.parse(risk))).toEqual(record.risks);
    expect(second).toMatchObject({ tierLabel: '跑量风险', kind: 'scene-hint' });
    expect(record.customRisks).toEqual([
      { matchedText: '秒杀', startIndex: 6, endIndex: 8, replacement: '优惠', note: null },
    ]);
  });

  it('is none where a finding has no tier, the verdict is one by severity, or texts are missing', () => {
    const bySeverity = checkWith([]);
    const evaluation = bySeverity.evaluation && { ...bySeverity.evaluation, riskLevel: 'high' as const };
    expect(() => renderMainCheck(checkWith([findingOf({ tier: null, tierLabel: null })]), texts)).toThrow(
      'main.test.rule has no tier',
    );
    expect(() => renderMainCheck({ ...bySeverity, evaluation }, texts)).toThrow(
      'high is a verdict by severity',
    );
    expect(() => renderMainCheck(checkWith([findingOf()], { explainLocale: 'en-US' }), texts)).toThrow(
      'no en-US',
    );
    expect(() => renderMainCheck(checkWith([findingOf()]), new Map())).toThrow('the texts w1 are not stored');
    expect(() => renderMainCheck(checkWith([], { productVertical: null }), texts)).toThrow('no product line');
  });
});
