import { describe, expect, it } from 'vitest';
import { chooseReportThresholds, type RowPrediction } from './report-thresholds.ts';

const rows = (
  group: string,
  count: number,
  row: Partial<RowPrediction> & { probability: number },
): RowPrediction[] =>
  Array.from({ length: count }, () => ({ isViolating: true, isClose: false, group, ...row }));

describe('report thresholds', () => {
  it('are the lowest that keep precision and false alarms', () => {
    const predictions = [
      ...rows('a', 40, { probability: 0.9 }),
      ...rows('a', 20, { probability: 0.8 }),
      ...rows('a', 9, { probability: 0.7, isViolating: false }),
      ...rows('a', 400, { probability: 0.1, isViolating: false, isClose: true }),
    ];
    expect(chooseReportThresholds(predictions).all).toBe(0.8);
  });

  it('are stricter for a group that errs above them, and 1 for a group that errs at its best', () => {
    const lawful = { isViolating: false, isClose: true };
    const predictions = [
      ...rows('good', 400, { probability: 0.8 }),
      ...rows('poor', 20, { probability: 0.95 }),
      ...rows('poor', 4, { probability: 0.85, ...lawful }),
      ...rows('bad', 4, { probability: 0.99, ...lawful }),
      ...rows('bad', 6, { probability: 0.9 }),
      ...rows('good', 20_000, { probability: 0.1, ...lawful }),
    ];
    const { all, byGroup } = chooseReportThresholds(predictions);
    expect(all).toBe(0.8);
    expect(byGroup.get('good')).toBe(0.8);
    expect(byGroup.get('poor')).toBe(0.95);
    expect(byGroup.get('bad')).toBe(1);
  });

  it('are 1 where nothing may be reported', () => {
    expect(chooseReportThresholds(rows('a', 10, { probability: 0.9, isViolating: false })).all).toBe(1);
  });
});
