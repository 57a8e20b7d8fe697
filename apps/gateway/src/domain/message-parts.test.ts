import { describe, expect, it } from 'vitest';
import { messageParts } from './message-parts.ts';

const bytesOf = (items: readonly unknown[]) => Buffer.byteLength(JSON.stringify(items));

describe('a list in parts', () => {
  it('is one part while it fits, and none when it is empty', () => {
    expect(messageParts([], 10)).toEqual([]);
    expect(messageParts(['a', 'b'], 100)).toEqual([['a', 'b']]);
  });

  it('keeps every item once, in order, in parts that fit', () => {
    const items = Array.from({ length: 500 }, (_, n) => ({ keyword: '第'.repeat(n % 90), note: `"${n}"` }));
    const parts = messageParts(items, 2_000);
    expect(parts.flat()).toEqual(items);
    expect(parts.length).toBeGreaterThan(10);
    // The brackets are two bytes more.
    for (const part of parts) expect(bytesOf(part)).toBeLessThanOrEqual(2_002);
  });

  it('gives an item that is too large a part of its own', () => {
    expect(messageParts(['a', 'x'.repeat(50), 'b'], 20)).toEqual([['a'], ['x'.repeat(50)], ['b']]);
  });
});
