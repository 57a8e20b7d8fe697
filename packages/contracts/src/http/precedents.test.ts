import { describe, expect, it } from 'vitest';
import { mainTextRiskSchema } from './main-text-checks.ts';
import { precedentsMax, renderPrecedents } from './precedents.ts';
import { textRiskSchema } from './text-checks.ts';
import { transcriptRiskSchema } from './video-checks.ts';

const precedent = {
  agency: 'FTC',
  date: '2019-02-26',
  claim: { 'en-US': 'Capsules block fat.', 'zh-CN': '胶囊可阻断脂肪。' },
  outcome: 'order',
  link: 'https://agency.example/case',
};
const risk = {
  id: 'us.weight-loss.block:0',
  kind: 'violation',
  severity: 'high',
  matchedText: 'block fat',
  startIndex: 0,
  endIndex: 9,
  category: 'Weight loss',
  suggestion: 'Leave it out.',
  legalRef: null,
  source: 'rule',
  folds: [],
} as const;
const spoken = { startSeconds: 0, endSeconds: 2, sentence: 'They block fat.', replacement: null };

describe('the precedents of a risk', () => {
  it.each([
    ['an international site', textRiskSchema, risk],
    [
      'the main site',
      mainTextRiskSchema,
      { ...risk, tier: 'STRICT', tierLabel: '硬性违规', tierReason: '违反。' },
    ],
    ['a voiceover', transcriptRiskSchema, { ...risk, ...spoken }],
  ])('are added on %s: what was rendered without them still reads', (_name, schema, older) => {
    expect(schema.safeParse(older).success).toBe(true);
    const precedents = renderPrecedents([precedent], 'zh-CN');
    expect(schema.parse({ ...older, precedents })).toMatchObject({ precedents });
    const many = Array(precedentsMax + 1).fill(precedents[0]);
    expect(schema.safeParse({ ...older, precedents: many }).success).toBe(false);
  });

  it('are restated in a locale that there is, else in English', () => {
    const claimIn = (locale: string) => renderPrecedents([precedent], locale)[0]?.claim;
    expect([claimIn('zh-CN'), claimIn('id-ID')]).toEqual(['胶囊可阻断脂肪。', 'Capsules block fat.']);
  });
});
