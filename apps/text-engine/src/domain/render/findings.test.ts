import { fileURLToPath } from 'node:url';
import { engineOf, evaluate, messagesOf } from '@redline/rule-engine/evaluate';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { type StoredTexts, storedBy } from '../stored-evaluation.ts';
import { renderFinding } from './findings.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../../packs/us', import.meta.url))));
const { wordings, precedents } = messagesOf([engine.pack]);
const packTexts = new Map<string, StoredTexts>([...wordings, ...precedents]);
const options = { platform: 'dtc_us', vertical: 'general' };

describe('a rendered finding', () => {
  it('cites the same in both locales, with a Chinese gloss under zh-CN only', () => {
    const evaluation = evaluate('This tonic cures gout.', engine, options);
    const [finding] = evaluation.findings;
    const rendered = (locale: string) => renderFinding(finding ?? expect.unreachable(), packTexts, locale);
    const [english, chinese] = [rendered('en-US'), rendered('zh-CN')];
    expect(english.legalRef).toContain('21 U.S.C. 321(g)(1)(B)');
    expect(chinese.legalRef?.startsWith(english.legalRef ?? '?')).toBe(true);
    expect(chinese.legalRef).toMatch(/（.*[\u4e00-\u9fff].*）$/);
    expect(english.legalRef).not.toMatch(/[\u4e00-\u9fff]/);
    expect(() => rendered('fr-FR')).toThrow('no fr-FR');
  });
});

describe('the precedents of a rendered finding', () => {
  const evaluation = evaluate('This tonic cures gout.', engine, options);
  const [finding] = evaluation.findings;
  const found = finding ?? expect.unreachable();
  const precedent = {
    agency: 'FDA',
    date: '2019-02-11',
    claim: { 'en-US': 'Drops cure gout.', 'zh-CN': '滴剂可治痛风。' },
    outcome: 'warning letter',
    link: 'https://agency.example/letter',
  };
  const texts = new Map<string, StoredTexts>([...engine.pack.wordings, ['p1', precedent]]);
  const rendered = (precedentIds: readonly string[], locale: string) =>
    renderFinding({ ...found, precedentIds }, texts, locale).precedents;

  it('are restated in the language of the record, else in English', () => {
    expect(rendered(['p1'], 'zh-CN')).toEqual([{ ...precedent, claim: '滴剂可治痛风。' }]);
    const english = { ...precedent, claim: { 'en-US': 'Drops cure gout.' } };
    texts.set('p2', english);
    expect(rendered(['p2'], 'zh-CN')).toEqual([{ ...precedent, claim: 'Drops cure gout.' }]);
  });

  it('are never left out where a record names them, and none where it is older than they are', () => {
    expect(() => rendered(['p3'], 'en-US')).toThrow('the texts p3 are not stored');
    const { precedentIds: _, ...older } = found;
    expect(renderFinding(older, texts, 'en-US').precedents).toEqual([]);
  });

  it('are stored as texts beside the evaluation, which only names them', () => {
    const toStore = storedBy({ ...messagesOf([engine.pack]), precedents: new Map([['p1', precedent]]) });
    const { stored, texts: kept } = toStore({
      ...evaluation,
      findings: [{ ...found, precedentIds: ['p1'] }],
    });
    expect(kept.get('p1')).toEqual(precedent);
    expect(JSON.stringify(stored)).not.toContain('Drops cure gout.');
  });
});
