import { describe, expect, it } from 'vitest';
import type { StatementEntry } from '../api/credits.ts';
import { roundUp, usageOf } from './usage.ts';

const now = new Date(2026, 2, 2, 12);
const entry = (fields: Partial<StatementEntry>): StatementEntry => ({
  id: 'e',
  kind: 'charged',
  at: now.toISOString(),
  amount: -2,
  balanceAfter: 0,
  bucket: 'subscription',
  grantId: 'grant_1',
  operationId: null,
  recordId: null,
  item: 'text_check',
  quantity: 1,
  tenantId: '',
  reason: null,
  ...fields,
});

describe('usage by day', () => {
  it('is told by the calendar of the reader, the oldest day first, over the end of a month', () => {
    const late = new Date(2026, 1, 28, 23, 59).toISOString();
    const early = new Date(2026, 2, 1, 0, 0).toISOString();
    const days = usageOf([entry({ at: late }), entry({ at: early, amount: -3, item: 'rewrite' })], now, 3);
    expect(days.map(({ date, total }) => [date.getDate(), total])).toEqual([
      [28, 2],
      [1, 3],
      [2, 0],
    ]);
    expect(days[1]?.spent.rewrite).toBe(3);
  });

  it('counts neither grants nor what expired, and takes off what was refunded', () => {
    const days = usageOf(
      [
        entry({}),
        entry({ kind: 'refunded', amount: 2 }),
        entry({ item: 'image_check' }),
        entry({ kind: 'granted', amount: 100, item: null }),
        entry({ kind: 'expired', amount: -50, item: null }),
      ],
      now,
      1,
    );
    expect(days[0]).toMatchObject({ total: 2, spent: { text_check: 0, image_check: 2 } });
  });
});

describe('the top of a scale', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [11, 20],
    [51, 100],
    [999, 1000],
  ])('for %d is %d', (value, top) => {
    expect(roundUp(value)).toBe(top);
  });
});
