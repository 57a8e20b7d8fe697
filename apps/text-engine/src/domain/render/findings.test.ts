import { fileURLToPath } from 'node:url';
import { engineOf, evaluate } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { renderFinding } from './findings.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../../packs/us', import.meta.url))));
const options = { platform: 'dtc_us', vertical: 'general' };

describe('a rendered finding', () => {
  it('cites the same in both locales, with a Chinese gloss under zh-CN only', () => {
    const evaluation = evaluate('This tonic cures gout.', engine, options);
    const [finding] = evaluation.findings;
    const rendered = (locale: string) =>
      renderFinding(finding ?? expect.unreachable(), engine.pack.wordings, locale);
    const [english, chinese] = [rendered('en-US'), rendered('zh-CN')];
    expect(english.legalRef).toContain('21 U.S.C. 321(g)(1)(B)');
    expect(chinese.legalRef?.startsWith(english.legalRef ?? '?')).toBe(true);
    expect(chinese.legalRef).toMatch(/（.*[\u4e00-\u9fff].*）$/);
    expect(english.legalRef).not.toMatch(/[\u4e00-\u9fff]/);
    expect(() => rendered('fr-FR')).toThrow('no fr-FR');
  });
});
