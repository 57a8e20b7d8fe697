import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection.ts';
import { mostSevereOf } from '../verdict.ts';
import type { TranscriptRisk } from './reports.ts';
import { verdictOnFrames, verdictWithVoice, wantedFrames } from './video-verdict.ts';

const found = (changes: Partial<Detection>): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier: 'STRICT',
  severity: 'high',
  tierLabel: null,
  tierReason: null,
  description: { 'zh-CN': '宣称' },
  matchedText: null,
  ...changes,
});
const frame = (...detections: Detection[]) => ({ timeSeconds: 1, imageKey: 'k', ocrText: '', detections });
const risk = (changes: Partial<TranscriptRisk>): TranscriptRisk => ({
  matchedText: 'x',
  tier: 'STRICT',
  tierLabel: null,
  tierReason: null,
  severity: 'high',
  kind: 'violation',
  category: { 'zh-CN': '话' },
  suggestion: {},
  legalRef: null,
  replacement: null,
  startSeconds: 0,
  endSeconds: 1,
  sentence: 'x',
  source: 'rule',
  origin: null,
  ...changes,
});

describe('a verdict on frames', () => {
  it.each([
    ['STRICT', 'high', 'REJECT'],
    ['STRICT', 'medium', 'REJECT'],
    ['STRICT', 'low', 'REVIEW'],
    ['SOFT', 'high', 'PASS'],
  ] as const)('of a finding of tier %s and severity %s is %s', (tier, severity, riskLevel) => {
    expect(verdictOnFrames([frame(), frame(found({ tier, severity }))]).riskLevel).toBe(riskLevel);
  });

  it('is on the requested types only, with each label once', () => {
    const frames = [
      frame(found({ types: ['PORN'] }), found({ severity: 'low' })),
      frame(found({ severity: 'low' })),
    ];
    const verdict = verdictOnFrames(wantedFrames(frames, ['OCR', 'AD']));
    expect(verdict).toEqual({ riskLevel: 'REVIEW', labels: [{ 'zh-CN': '宣称' }] });
  });

  it('is named after the most severe finding of a frame', () => {
    const [soft, low, high] = [found({ tier: 'SOFT' }), found({ severity: 'low' }), found({})];
    expect(mostSevereOf([soft, low, high])).toBe(high);
    expect(mostSevereOf([soft, low])).toBe(low);
    expect(mostSevereOf([])).toBeUndefined();
  });
});

describe('a verdict on a voiceover', () => {
  const seen = { riskLevel: 'PASS', labels: [] } as const;
  it.each([
    ['international', { severity: 'high' }, 'REJECT'],
    ['international', { severity: 'medium' }, 'REVIEW'],
    ['international', { severity: 'low' }, 'PASS'],
    ['international', { kind: 'scene-hint' }, 'PASS'],
    ['main', { severity: 'medium' }, 'REJECT'],
    ['main', { severity: 'low' }, 'REVIEW'],
    ['main', { tier: 'SOFT' }, 'PASS'],
  ] as const)('of a site that is %s counts %o as %s', (kind, changes, riskLevel) => {
    expect(verdictWithVoice(seen, [risk(changes)], kind).riskLevel).toBe(riskLevel);
  });

  it('never makes the verdict on frames milder', () => {
    const verdict = verdictWithVoice(
      { riskLevel: 'REVIEW', labels: [{ a: '1' }] },
      [risk({ tier: 'SOFT' })],
      'main',
    );
    expect(verdict).toEqual({ riskLevel: 'REVIEW', labels: [{ a: '1' }, { 'zh-CN': '话' }] });
  });
});
