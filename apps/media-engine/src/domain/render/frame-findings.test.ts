import { describe, expect, it } from 'vitest';
import type { Detection } from '../detection.ts';
import { renderFinding } from './finding.ts';
import { findingCharactersMax, findingsByFrame } from './frame-findings.ts';

const found = (description: string, matchedText: string | null = null): Detection => ({
  detector: 'text',
  types: ['OCR'],
  tier: 'STRICT',
  severity: 'high',
  tierLabel: null,
  tierReason: null,
  description: { 'zh-CN': description },
  matchedText,
});
const rendered = (frames: readonly (readonly Detection[])[]) =>
  findingsByFrame(
    frames.map((detections) => ({ detections })),
    'zh-CN',
    (one) => renderFinding(one, 'zh-CN'),
  );
const descriptionsOf = (frames: ReturnType<typeof rendered>) =>
  frames.map((findings) => findings.map(({ description }) => description));

describe('findings of frames', () => {
  it('are rendered one by one, equal descriptions once, in the order of severity', () => {
    expect(descriptionsOf(rendered([[found('甲'), found('乙'), found('甲')], [], [found('甲')]]))).toEqual([
      ['甲', '乙'],
      [],
      ['甲'],
    ]);
  });

  it('are left out where an earlier frame shows the same caption with them', () => {
    const again = { ...found('甲'), isRepeated: true as const };
    expect(descriptionsOf(rendered([[found('甲')], [again], [again, found('甲')]]))).toEqual([
      ['甲'],
      [],
      ['甲'],
    ]);
  });

  it('are as many as a record can hold, the most severe of every frame before the second of any', () => {
    const long = '文'.repeat(2_000);
    const frames = Array.from({ length: 100 }, (_, frame) =>
      Array.from({ length: 8 }, (__, rank) => found(`${frame}.${rank}${'字'.repeat(250)}`, long)),
    );
    const lists = rendered(frames);
    expect(JSON.stringify(lists.flat()).length).toBeLessThan(findingCharactersMax + 1_000);
    const counts = lists.map((list) => list.length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
    expect(descriptionsOf(lists).every(([first]) => /^\d+\.0字/.test(first ?? ''))).toBe(true);
  });

  it('are no fewer for their precedents, which the first hundred have, and rows without any read as before', () => {
    const claim = { 'en-US': 'c'.repeat(300) };
    const precedent = { agency: 'FDA', date: '2019', claim, outcome: 'letter', link: 'https://a.example' };
    const frames = Array.from({ length: 120 }, (_, frame) => [
      found(`${frame}${'字'.repeat(200)}`, '文'.repeat(200)),
    ]);
    const like = frames.map((all) => all.map((one) => ({ ...one, precedents: [precedent, precedent] })));
    expect(descriptionsOf(rendered(like))).toEqual(descriptionsOf(rendered(frames)));
    const counts = rendered(like).flatMap((findings) => findings.map(({ precedents }) => precedents?.length));
    expect(counts).toEqual([...Array(100).fill(2), ...Array(20).fill(0)]);
    expect(rendered(frames)[0]?.[0]?.precedents).toEqual([]);
  });

  it('have their places up to a thousand in a record, and are no fewer for them', () => {
    const boxes = Array.from({ length: 20 }, (_, x) => ({ x, y: 1, width: 1, height: 1 }));
    const frames = Array.from({ length: 60 }, (_, frame) => [{ ...found(`${frame}`), boxes }]);
    const counts = rendered(frames).flatMap((findings) => findings.map((one) => one.boxes.length));
    expect(counts).toEqual([...Array(50).fill(20), ...Array(10).fill(0)]);
    expect(rendered([[found('甲')]])[0]?.[0]?.boxes).toEqual([]);
  });
});
