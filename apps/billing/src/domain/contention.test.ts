import { describe, expect, it } from 'vitest';
import { createContention } from './contention.ts';

describe('a charge', () => {
  it('is tried at once; after one was left out all wait together, for a second', () => {
    const contention = createContention();
    expect(contention.pathOf('a', 0)).toBe('at_once');
    expect(contention.leftOut('a', 'at_once', 0)).toBe('together');
    expect([contention.pathOf('b', 999), contention.pathOf('b', 1_000)]).toEqual(['together', 'at_once']);
  });

  it('of an account that was locked for long is made alone, and the others are not', () => {
    const contention = createContention();
    contention.leftOut('a', 'at_once', 0);
    expect(contention.leftOut('a', 'together', 300)).toBe('alone');
    expect([contention.pathOf('a', 900), contention.pathOf('b', 900)]).toEqual(['alone', 'together']);
    expect(contention.pathOf('a', 1_300)).toBe('at_once');
  });

  it('is forgotten rather than that memory grows', () => {
    const contention = createContention();
    for (let account = 0; account <= 1_000; account++) contention.leftOut(String(account), 'together', 0);
    expect([contention.pathOf('0', 1), contention.pathOf('1000', 1)]).toEqual(['at_once', 'alone']);
  });
});
