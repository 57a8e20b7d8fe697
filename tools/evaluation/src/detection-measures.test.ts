import { describe, expect, it } from 'vitest';
import { measureDetection } from './detection-measures.ts';
import type { EvaluatedText } from './evaluate-set.ts';

const item = (changes: Partial<EvaluatedText>): EvaluatedText => ({
  id: 'a',
  kind: 'plain',
  text: 'it cures gout today',
  isViolating: true,
  expectedLevel: 'high',
  labels: [{ quote: 'cures gout', topic: 'disease_claim' }],
  riskLevel: 'high',
  violations: [{ ruleId: 'r', alsoFoundBy: [], start: 3, end: 8 }],
  ...changes,
});
const safe = {
  isViolating: false,
  expectedLevel: 'safe',
  labels: [],
  riskLevel: 'safe',
  violations: [],
} as const;

describe('the measures of detection', () => {
  it('count a text with any violation as flagged, and separate false alarms by kind', () => {
    const measures = measureDetection([
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
    expect(measures.recall).toMatchObject({ count: 1, total: 2 });
    expect(measures.recallByKind.get('evasion')).toMatchObject({ count: 0, total: 1 });
    expect(measures.falseAlarmsHardNegative).toMatchObject({ count: 1, total: 1 });
    expect(measures.falseAlarmsClean).toMatchObject({ count: 0, total: 1 });
    expect(measures.levelAccuracy).toMatchObject({ count: 2, total: 4 });
    expect(measures.missed.map(({ id }) => id)).toEqual(['b']);
  });

  it('compare violations with labels', () => {
    const wide = item({ violations: [{ ruleId: 'r', alsoFoundBy: [], start: 0, end: 19 }] });
    expect(measureDetection([wide]).lengthRatioMedian).toBe(1.9);
    const aside = item({ violations: [{ ruleId: 'r', alsoFoundBy: [], start: 13, end: 19 }] });
    expect(measureDetection([aside]).labelsTouched).toMatchObject({ count: 0, total: 1 });
  });
});
