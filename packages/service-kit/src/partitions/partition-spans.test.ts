import { describe, expect, it } from 'vitest';
import { boundAfter, nextSpan, spanDaysOf } from './partition-spans.ts';

const day = 86_400_000;
const at = (text: string) => Date.parse(text);
const shown = (span: ReturnType<typeof nextSpan>) =>
  span && [span.fromMs, span.toMs].map((ms) => new Date(ms).toISOString().slice(0, 10));

describe('the partitions of a table', () => {
  it.each([
    [null, 90],
    [14, 7],
    [84, 7],
    [90, 8],
    [365, 31],
    [3_650, 90],
  ])('of records that are kept for %s days have %i days', (retention, days) => {
    expect(spanDaysOf(retention)).toBe(days);
  });

  it('follow one another without a gap, each made when the one before it may begin', () => {
    const now = at('2027-01-10T15:00:00Z');
    expect(nextSpan(now, at('2027-03-01'), 31)).toBeUndefined();
    expect(shown(nextSpan(now, at('2027-02-10'), 31))).toEqual(['2027-02-10', '2027-03-13']);
  });

  it('leave to the default partition what has come when none was made', () => {
    expect(shown(nextSpan(at('2030-01-10T15:00:00Z'), at('2027-01-12'), 10))).toEqual([
      '2030-01-11',
      '2030-01-21',
    ]);
  });

  it('begin and end at midnight', () => {
    expect(boundAfter(at('2027-01-10T15:00:00Z'), 90)).toBe(at('2027-04-11'));
    expect(boundAfter(at('2027-01-10'), 90) % day).toBe(0);
  });
});
