import { describe, expect, it } from 'vitest';
import { type SpendableGrant, spend } from './spending.ts';

const grant = (id: string, remaining: number, expiresAtMs: number | null = null): SpendableGrant => ({
  id,
  remaining,
  expiresAtMs,
});
const line = (lineId: string, amount: number) => ({ lineId, amount });

describe('credits are spent', () => {
  it('from what expires soonest, and from what never expires last', () => {
    const grants = [grant('never', 5), grant('later', 5, 2_000), grant('soon', 5, 1_000)];
    expect(spend(grants, [line('a', 12)])).toEqual([
      { lineId: 'a', grantId: 'soon', amount: 5 },
      { lineId: 'a', grantId: 'later', amount: 5 },
      { lineId: 'a', grantId: 'never', amount: 2 },
    ]);
  });

  it('from the older grant among those that expire together', () => {
    expect(spend([grant('grant_2', 1, 5), grant('grant_1', 1, 5)], [line('a', 1)])).toEqual([
      { lineId: 'a', grantId: 'grant_1', amount: 1 },
    ]);
  });

  it('line by line, so that each line knows who paid it', () => {
    expect(spend([grant('g1', 3), grant('g2', 9)], [line('a', 2), line('b', 2), line('c', 0)])).toEqual([
      { lineId: 'a', grantId: 'g1', amount: 2 },
      { lineId: 'b', grantId: 'g1', amount: 1 },
      { lineId: 'b', grantId: 'g2', amount: 1 },
    ]);
  });

  it('to the last one, and not one more', () => {
    expect(spend([grant('g1', 2)], [line('a', 2)])).toHaveLength(1);
    expect(spend([grant('g1', 2)], [line('a', 3)])).toBeUndefined();
    expect(spend([], [line('a', 1)])).toBeUndefined();
  });

  it('never from an empty grant', () => {
    expect(spend([grant('g1', 0, 1), grant('g2', 1)], [line('a', 1)])).toEqual([
      { lineId: 'a', grantId: 'g2', amount: 1 },
    ]);
  });
});
