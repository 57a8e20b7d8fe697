import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection.ts';
import { findingOf } from './finding.ts';
import { findingCharactersMax, findingsByFrame } from './frame-findings.ts';

const found = (said: string, matchedText: string | null = null): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier: 'STRICT',
  severity: 'high',
  tierLabel: null,
  tierReason: null,
  description: { 'zh-CN': said },
  matchedText,
});
const shown = (frames: readonly (readonly Detection[])[]) =>
  findingsByFrame(
    frames.map((detections) => ({ detections })),
    'zh-CN',
    (one) => findingOf(one, 'zh-CN'),
  );
const saidOn = (frames: ReturnType<typeof shown>) =>
  frames.map((findings) => findings.map(({ description }) => description));

describe('findings of frames', () => {
  it('stand by themselves, what reads the same once, in the order that they were found grave in', () => {
    expect(saidOn(shown([[found('甲'), found('乙'), found('甲')], [], [found('甲')]]))).toEqual([
      ['甲', '乙'],
      [],
      ['甲'],
    ]);
  });

  it('are as many as a record can hold, the gravest of every frame before the second of any', () => {
    const long = '文'.repeat(2_000);
    const frames = Array.from({ length: 100 }, (_, frame) =>
      Array.from({ length: 8 }, (__, rank) => found(`${frame}.${rank}${'字'.repeat(250)}`, long)),
    );
    const lists = shown(frames);
    expect(JSON.stringify(lists.flat()).length).toBeLessThan(findingCharactersMax + 1_000);
    const counts = lists.map((list) => list.length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(saidOn(lists).every(([first]) => /^\d+\.0字/.test(first ?? ''))).toBe(true);
  });
});
