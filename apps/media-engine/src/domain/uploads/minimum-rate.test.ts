import { describe, expect, it } from 'vitest';
import { createRateCredit } from './minimum-rate.ts';

const rate = { bytesPerSecond: 1_000, windowMs: 30_000 };

/** Returns the seconds until a body of chunks once a second has used its credit up; at most an hour. */
function secondsOf(bytes: number): number {
  const credit = createRateCredit(rate);
  for (let seconds = 1; seconds <= 3_600; seconds += 1) {
    if (credit.leftMs() <= 1_000) return seconds;
    credit.received(bytes, 1_000);
  }
  return Number.POSITIVE_INFINITY;
}

describe('a minimum rate', () => {
  it.each([
    ['nothing at all', 0, 30],
    ['a byte a second', 1, 31],
    ['half of it', 500, 59],
    ['nine tenths of it', 900, 291],
    ['just it', 1_000, Number.POSITIVE_INFINITY],
  ])('ends a body of %s', (_, bytes, seconds) => {
    expect(secondsOf(bytes)).toBe(seconds);
  });

  it('lets a body stand still for the window, and no longer because it was fast before', () => {
    const credit = createRateCredit(rate);
    credit.received(1_000_000_000, 1);
    expect(credit.leftMs()).toBe(30_000);
    credit.received(10_000, 29_000);
    expect(credit.leftMs()).toBe(11_000);
  });
});
