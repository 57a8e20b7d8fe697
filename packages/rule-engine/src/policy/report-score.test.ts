import { describe, expect, it } from 'vitest';
import { type Reportable, reportScore } from './report-score.ts';
import { sampleRow } from './samples.ts';

const claim = (made: number, outcome: 'violation' | 'lawful' = 'violation') => ({
  made,
  cell: { row: sampleRow({ id: outcome, outcome }), good: null, others: [] },
});
const sentence: Reportable = {
  unlawful: 0.9,
  unlawfulAlone: 0.9,
  claims: [claim(0.8)],
  words: 14,
  suspicious: 1,
};

describe('the probability that a reported sentence is unlawful', () => {
  it.each<[string, Partial<Reportable>]>([
    ['it is less probably unlawful', { unlawful: 0.6 }],
    ['it is less probably so by itself', { unlawfulAlone: 0.3 }],
    ['no claim is made that the law forbids', { claims: [] }],
    ['the claim is one that the law allows', { claims: [claim(0.8, 'lawful')] }],
    ['it has the length of a name of goods', { words: 4 }],
  ])('is lower where %s', (_, change) => {
    expect(reportScore({ ...sentence, ...change })).toBeLessThan(reportScore(sentence));
  });

  it('is higher where other sentences are suspicious, too', () => {
    expect(reportScore({ ...sentence, suspicious: 2 })).toBeGreaterThan(reportScore(sentence));
  });

  it('is far higher for a claim of usual length than for a name of goods', () => {
    expect(reportScore(sentence)).toBeGreaterThan(0.3);
    expect(reportScore({ ...sentence, words: 3, unlawful: 0.99 })).toBeLessThan(0.1);
  });

  it('stays between 0 and 1 for certain and impossible parts', () => {
    const ends = [0, 1].map((one) =>
      reportScore({ ...sentence, unlawful: one, unlawfulAlone: one, claims: [claim(one)], words: 0 }),
    );
    expect(ends.every((score) => score > 0 && score < 1)).toBe(true);
  });
});
