import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../load/pack-files.ts';
import type { Severity } from '../pack/pack.ts';
import { mostSevere, riskLevelOf } from './assemble.ts';
import { type Engine, engineOf } from './engine.ts';
import { evaluate } from './evaluate.ts';
import { type Finding, type RiskLevel, severityLevelOf, tierLevelOf } from './evaluation.ts';
import { wordingIn } from './messages.ts';

const engineFor = (site: string): Engine =>
  engineOf(loadPack(fileURLToPath(new URL(`../../../../packs/${site}`, import.meta.url))));
const main = engineFor('main');
const place = { platform: 'shortvideo_a', industryVertical: 'general', productVertical: 'creator' };
const content = { ...place, sceneMode: 'content' };
const ad = { ...place, sceneMode: 'ad' };

const found = (
  tier: 'STRICT' | 'SOFT',
  severity: Severity,
  kind: 'violation' | 'scene-hint' = 'violation',
) => ({
  tier,
  severity,
  kind,
});

const wordingOf = (finding: Finding | undefined) => wordingIn(main.pack, finding?.wordingId ?? '');

describe('of too many findings', () => {
  it('the most severe are kept, in text order', () => {
    const all = (['low', 'high', 'medium', 'high'] as const).map(
      (severity, start) => ({ severity, start }) as Finding,
    );
    expect(mostSevere(all, 3).map(({ start }) => start)).toEqual([1, 2, 3]);
    expect(mostSevere(all, 4)).toBe(all);
    expect(mostSevere(all, 0)).toEqual([]);
  });
});

describe('the verdict of a pack with tiers', () => {
  it.each<[string, ReturnType<typeof found>[], RiskLevel]>([
    ['nothing', [], 'PASS'],
    ['only SOFT, however grave', [found('SOFT', 'high')], 'PASS'],
    ['STRICT of low severity', [found('STRICT', 'low'), found('SOFT', 'medium')], 'REVIEW'],
    ['STRICT of medium severity', [found('STRICT', 'low'), found('STRICT', 'medium')], 'REJECT'],
    ['STRICT of high severity', [found('STRICT', 'high')], 'REJECT'],
    ['a scene hint', [found('STRICT', 'high', 'scene-hint')], 'PASS'],
  ])('with %s', (_, findings, level) => {
    expect(riskLevelOf(findings, main.pack.meta)).toBe(level);
  });

  it('carries tier, label and reason on each finding, and reads SOFT otherwise in an advertisement', () => {
    const text = '买它买它！我家的面膜是最好的护肤品';
    const inContent = evaluate(text, main, content);
    const inAd = evaluate(text, main, ad);
    expect(inContent.riskLevel).toBe('REJECT');
    expect(inContent.findings.map(({ tier, kind }) => [tier, kind])).toEqual([
      ['SOFT', 'violation'],
      ['STRICT', 'violation'],
    ]);
    expect(inContent.findings.map(({ tierLabel }) => tierLabel?.['zh-CN'])).toEqual(['限流风险', '硬性违规']);
    expect(wordingOf(inContent.findings[1]).tierReason?.['zh-CN']).toContain('广告法');
    expect(inAd.findings[0]?.tierLabel?.['zh-CN']).toBe('跑量风险');
    expect(inAd.findings[0]?.kind).toBe('scene-hint');
  });

  it('cites a Chinese law by name and article without a comma between', () => {
    const [finding] = evaluate('我家的面膜是最好的护肤品', main, content).findings;
    expect(wordingOf(finding).legalRef['zh-CN']).toMatch(/^《中华人民共和国广告法》第九条第（三）项；/);
  });

  it('is no verdict by severity', () => {
    const { riskLevel } = evaluate('今天天气很好，出门走走。', main, content);
    expect(tierLevelOf(riskLevel)).toBe('PASS');
    expect(() => severityLevelOf(riskLevel)).toThrow('PASS is a verdict by tiers');
    expect(() => tierLevelOf('safe')).toThrow('safe is a verdict by severity');
  });
});

describe('a statement that is missing', () => {
  const missing = (text: string) =>
    evaluate(text, main, content).findings.filter((finding) => wordingOf(finding).insert !== null);

  it('is found once, at the words that make it necessary, with what to add', () => {
    const text = '蓝帽子钙片，两瓶立减三十。点击链接，今晚发货，快下单。';
    const [finding, ...others] = missing(text);
    expect(others).toEqual([]);
    expect(finding?.matchedText).toBe('两瓶立减三十');
    expect(wordingOf(finding).insert).toEqual({ 'zh-CN': '本品不能代替药物。' });
    expect(evaluate(text, main, content).riskLevel).toBe('REVIEW');
  });

  it.each([
    ['stands somewhere else', '本品不能代替药物。蓝帽子钙片，两瓶立减三十。'],
    ['is disguised by signs', '蓝帽子钙片，两瓶立减三十。本品*不能*代替*药物'],
    ['concerns other goods', '全棉毛巾，两条立减三十。'],
    ['is not necessary', '蓝帽子是保健食品的标志。'],
  ])('is not found where it %s', (_, text) => {
    expect(missing(text)).toEqual([]);
  });
});
