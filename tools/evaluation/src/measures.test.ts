import { shareOf } from '@redline/training/wilson';
import { describe, expect, it } from 'vitest';
import { type Judged, measure } from './measures.ts';

const item = (changes: Partial<Judged>): Judged => ({
  id: 'a',
  kind: 'plain',
  text: 'it cures gout today',
  violation: true,
  level: 'high',
  labels: [{ quote: 'cures gout', topic: 'disease_claim' }],
  riskLevel: 'high',
  violations: [{ ruleId: 'r', alsoFoundBy: [], start: 3, end: 8 }],
  ...changes,
});
const safe = { violation: false, level: 'safe', labels: [], riskLevel: 'safe', violations: [] } as const;

describe('the measures', () => {
  it('gives Wilson intervals', () => {
    const { share, low, high } = shareOf(9, 10);
    expect(share).toBe(0.9);
    expect(low).toBeCloseTo(0.5958, 4);
    expect(high).toBeCloseTo(0.9821, 4);
    expect(shareOf(0, 0)).toMatchObject({ share: 0, low: 0, high: 1 });
  });

  it('counts an item with any violation as flagged, and tells false alarms apart by kind', () => {
    const measures = measure([
      item({}),
      item({ id: 'b', kind: 'evasion', violations: [], riskLevel: 'safe' }),
      item({
        ...safe,
        id: 'c',
        kind: 'hard_negative',
        riskLevel: 'low',
        violations: [{ ruleId: 'r', alsoFoundBy: [], start: 0, end: 2 }],
      }),
      item({ ...safe, id: 'd', kind: 'clean' }),
    ]);
    expect(measures.recall).toMatchObject({ hits: 1, of: 2 });
    expect(measures.recallByKind.get('evasion')).toMatchObject({ hits: 0, of: 1 });
    expect(measures.falseAlarmsHard).toMatchObject({ hits: 1, of: 1 });
    expect(measures.falseAlarmsClean).toMatchObject({ hits: 0, of: 1 });
    expect(measures.level).toMatchObject({ hits: 2, of: 4 });
    expect(measures.missed.map(({ id }) => id)).toEqual(['b']);
  });

  it('measures overlap and width against the label', () => {
    const wide = item({ violations: [{ ruleId: 'r', alsoFoundBy: [], start: 0, end: 19 }] });
    expect(measure([wide]).widthMedian).toBe(1.9);
    const aside = item({ violations: [{ ruleId: 'r', alsoFoundBy: [], start: 13, end: 19 }] });
    expect(measure([aside]).overlap).toMatchObject({ hits: 0, of: 1 });
  });
});
