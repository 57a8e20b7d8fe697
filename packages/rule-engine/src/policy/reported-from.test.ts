import { describe, expect, it } from 'vitest';
import { isReportable, reportedFrom } from './reported-from.ts';
import { sampleRow } from './samples.ts';

describe('the probability from which on a sentence is reported', () => {
  it('rises with the sentences of a text, and never falls below the site’s', () => {
    expect([1, 6, 13, 20, 60].map((sentences) => reportedFrom(0.5, sentences))).toEqual([
      0.5, 0.5, 0.625, 0.75, 0.75,
    ]);
    expect(reportedFrom(0.9, 60)).toBe(0.9);
  });

  const claim = (made: number, outcome: 'violation' | 'lawful' = 'violation') => ({
    made,
    cell: { row: sampleRow({ id: outcome, outcome }), good: null, others: [] },
  });

  it.each([
    ['a claim that the law forbids', [claim(0.6)], true],
    ['a claim that is hardly made', [claim(0.4)], false],
    ['a claim that the law allows', [claim(0.9, 'lawful')], false],
    ['a claim without a row', [{ made: 0.9, cell: null }], false],
    ['no claim', [], false],
  ])('is that of the text for %s: %#', (_, claims, isReported) => {
    expect(isReportable(0.7, claims, 0.6)).toBe(isReported);
    expect(isReportable(0.85, claims, 0.6)).toBe(true);
    expect(isReportable(0.55, claims, 0.6)).toBe(false);
  });
});
