import { describe, expect, it } from 'vitest';
import { type Heard, thresholdsOf } from './thresholds.ts';

const rows = (group: string, count: number, row: Partial<Heard> & { probability: number }): Heard[] =>
  Array.from({ length: count }, () => ({ violates: true, close: false, group, ...row }));

describe('thresholds', () => {
  it('are the lowest that keep precision and false alarms', () => {
    const heard = [
      ...rows('a', 40, { probability: 0.9 }),
      ...rows('a', 20, { probability: 0.8 }),
      ...rows('a', 9, { probability: 0.7, violates: false }),
      ...rows('a', 400, { probability: 0.1, violates: false, close: true }),
    ];
    expect(thresholdsOf(heard).all).toBe(0.8);
  });

  it('are stricter for a group that errs above them, and silence one that errs at its best', () => {
    const lawful = { violates: false, close: true };
    const heard = [
      ...rows('good', 400, { probability: 0.8 }),
      ...rows('poor', 20, { probability: 0.95 }),
      ...rows('poor', 4, { probability: 0.85, ...lawful }),
      ...rows('bad', 4, { probability: 0.99, ...lawful }),
      ...rows('bad', 6, { probability: 0.9 }),
      ...rows('good', 20_000, { probability: 0.1, ...lawful }),
    ];
    const { all, byGroup } = thresholdsOf(heard);
    expect(all).toBe(0.8);
    expect(byGroup.get('good')).toBe(0.8);
    expect(byGroup.get('poor')).toBe(0.95);
    expect(byGroup.get('bad')).toBe(1);
  });

  it('say nothing at all where nothing may be said', () => {
    expect(thresholdsOf(rows('a', 10, { probability: 0.9, violates: false })).all).toBe(1);
  });
});
