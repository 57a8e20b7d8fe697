import type { MainTextCheck, UsTextCheck } from '@redline/client';
import { describe, expect, it } from 'vitest';
import { findingsOf } from './findings.ts';

type Risk = UsTextCheck['risks'][number];
const risk = (startIndex: number, fields: Partial<Risk> = {}): Risk => ({
  id: null,
  kind: 'violation',
  severity: 'low',
  matchedText: 'words',
  startIndex,
  endIndex: startIndex < 0 ? -1 : startIndex + 5,
  category: 'Guarantee',
  suggestion: 'Leave it out.',
  legalRef: null,
  source: 'rule',
  folds: [],
  ...fields,
});
const check = (fields: Partial<UsTextCheck>): UsTextCheck => ({
  id: 'text_1',
  object: 'intl_text_check',
  status: 'completed',
  platform: 'dtc_us',
  vertical: 'general',
  riskLevel: 'high',
  fixStatus: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  text: 'a text',
  summary: { violation: 0, sceneHint: 0, custom: 0, semantic: 0 },
  risks: [],
  customRisks: [],
  semanticLabels: [],
  considered: [],
  fixedText: null,
  ...fields,
});

describe('the findings of a check', () => {
  it('come in the order of the text, the worst first at one place, and what has no place last', () => {
    const { risks, customRisks } = {
      risks: [risk(-1), risk(9), risk(2, { severity: 'medium' }), risk(2, { severity: 'high' })],
      customRisks: [{ matchedText: 'mine', startIndex: 2, endIndex: 6, replacement: 'ours', note: null }],
    };
    const found = findingsOf(check({ risks, customRisks }));
    expect(found.map(({ startIndex, level }) => [startIndex, level])).toEqual([
      [2, 'high'],
      [2, 'medium'],
      [2, 'own'],
      [9, 'low'],
      [-1, 'low'],
    ]);
    expect(found[2]).toMatchObject({ replacement: 'ours', source: null, category: null });
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length);
  });

  it('of the Chinese site say what they cost, and hints that they count for nothing', () => {
    const tier = { tier: 'SOFT', tierLabel: '限流', tierReason: '影响分发' } as const;
    const main = {
      ...check({}),
      risks: [{ ...risk(0), ...tier, kind: 'scene-hint' as const }],
      fixes: [],
    } as unknown as MainTextCheck;
    expect(findingsOf(main)[0]).toMatchObject({
      isHint: true,
      tier: { name: 'SOFT', label: '限流', reason: '影响分发' },
      precedents: [],
    });
  });
});
