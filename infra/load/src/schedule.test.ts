import { createRandom } from '@redline/fault/random';
import { describe, expect, it } from 'vitest';
import { type Clock, follow, joinSchedules, poissonArrivals } from './schedule.ts';

/** A clock that stands still but for who sleeps, and for what `begin` costs. */
function fakeClock() {
  let nowMs = 1_000;
  const clock: Clock = {
    nowMs: () => nowMs,
    async sleep(ms) {
      nowMs += ms;
    },
  };
  const pass = (ms: number): void => {
    nowMs += ms;
  };
  return { clock, pass };
}

describe('a schedule', () => {
  it('has the rate that was asked for, with gaps as of clients that know nothing of each other', () => {
    const arrivals = poissonArrivals(100, 100_000, createRandom(3), () => 'text');
    expect(arrivals.length).toBeGreaterThan(9_600);
    expect(arrivals.length).toBeLessThan(10_400);
    const gaps = arrivals.slice(1).map(({ atMs }, index) => atMs - (arrivals[index]?.atMs ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    // Of an exponential distribution the deviation is the mean.
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
  });

  it('refuses what is no rate, or too much to hold', () => {
    const of = (rate: number, ms: number) => () => poissonArrivals(rate, ms, createRandom(1), () => 0);
    expect(of(0, 1_000)).toThrow(RangeError);
    expect(of(Number.NaN, 1_000)).toThrow(RangeError);
    expect(of(1_000_000, 3_600_000)).toThrow(RangeError);
  });

  it('joins several by time', () => {
    const joined = joinSchedules(
      [{ atMs: 5, kind: 'b' }],
      [
        { atMs: 1, kind: 'a' },
        { atMs: 9, kind: 'c' },
      ],
    );
    expect(joined.map(({ kind }) => kind)).toEqual(['a', 'b', 'c']);
  });

  it('keeps its times when something is slow, and says when each should have begun', async () => {
    const { clock, pass } = fakeClock();
    const begun: [string, number, number][] = [];
    const schedule = [
      { atMs: 10, kind: 'a' },
      { atMs: 20, kind: 'b' },
      { atMs: 200, kind: 'c' },
    ];
    await follow(
      schedule,
      (kind, scheduledMs) => {
        begun.push([kind, scheduledMs, clock.nowMs()]);
        if (kind === 'a') pass(100);
      },
      clock,
    );
    expect(begun).toEqual([
      ['a', 1_010, 1_010],
      ['b', 1_020, 1_110],
      ['c', 1_200, 1_200],
    ]);
  });
});
