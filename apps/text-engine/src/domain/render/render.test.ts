import { fileURLToPath } from 'node:url';
import { engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { customMatcher } from '../words/custom-words.ts';
import { render } from './render.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../../packs/us', import.meta.url))));
const options = { platform: 'dtc_us', vertical: 'general' };

describe('a rendered evaluation', () => {
  it('cites the same in both locales, with a Chinese gloss under zh-CN only', () => {
    const evaluation = evaluate('This tonic cures gout.', engine, options);
    const english = render(evaluation, 'en-US').risks[0];
    const chinese = render(evaluation, 'zh-CN').risks[0];
    expect(english?.legalRef).toContain('21 U.S.C. 321(g)(1)(B)');
    expect(chinese?.legalRef?.startsWith(english?.legalRef ?? '?')).toBe(true);
    expect(chinese?.legalRef).toMatch(/（.*[\u4e00-\u9fff].*）$/);
    expect(english?.legalRef).not.toMatch(/[\u4e00-\u9fff]/);
    expect(() => render(evaluation, 'fr-FR')).toThrow('no fr-FR');
  });

  it('never lets a custom word change the verdict', () => {
    const customWords = customMatcher([
      { library: 'general', word: 'MugCo', matchType: 'keyword', replacement: 'our', note: null },
      { library: 'general', word: 'tea', matchType: 'phrase', replacement: null, note: 'house style' },
    ]);
    const evaluation = evaluate('A SuperMugCoMug for t-e-a, not for teas.', engine, options, customWords);
    expect(evaluation.riskLevel).toBe('safe');
    expect(evaluation.summary.custom).toBe(2);
    expect(evaluation.customFindings.map((finding) => finding.matchedText)).toEqual(['MugCo', 't-e-a']);
  });
});
