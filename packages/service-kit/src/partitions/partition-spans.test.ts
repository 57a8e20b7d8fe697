import { describe, expect, it } from 'vitest';
import { boundAfter, nextSpan, spanDaysOf } from './partition-spans.ts';

const day = 86_400_000;
const at = (text: string) => Date.parse(text);
const shown = (span: ReturnType<typeof nextSpan>) =>
  span && [span.fromMs, span.toMs].map((ms) => new Date(ms).toISOString().slice(0, 10));

describe('the partitions of a table', () => {
  it.each([
    [null, 365],
    [14, 7],
    [30, 8],
    [90, 23],
    [365, 92],
    [3_650, 365],
  ])('of records that are kept for %s days have %i days', (retention, days) => {
    expect(spanDaysOf(retention)).toBe(days);
  });

  it('follow one another without a gap, each made a week before its first id', () => {
    const now = at('2027-01-10T15:00:00Z');
    expect(nextSpan(now, at('2027-01-18'), 31)).toBeUndefined();
    expect(shown(nextSpan(now, at('2027-01-17'), 31))).toEqual(['2027-01-17', '2027-02-17']);
  });

  it.each([
    [14, 4],
    [30, 6],
    [90, 6],
    [365, 6],
    [1_095, 6],
  ])('of records that are kept for %i days are %i at most', (retentionDays, most) => {
    const spanDays = spanDaysOf(retentionDays);
    const start = at('2027-01-10T15:00:00Z');
    let partitions = [{ fromMs: 0, toMs: start }];
    const counts: number[] = [];
    for (let now = start; now < start + 4 * retentionDays * day; now += day) {
      const next = nextSpan(now, partitions.at(-1)?.toMs ?? 0, spanDays);
      if (next) partitions.push(next);
      partitions = partitions.filter(({ toMs }) => toMs > now - retentionDays * day);
      counts.push(partitions.length);
    }
    expect(Math.max(...counts)).toBe(most);
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
