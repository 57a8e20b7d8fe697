import { describe, expect, it } from 'vitest';
import { featureTableOf } from './feature-table.ts';
import type { Weights } from './weights.ts';

/** A table of keys, each with its index for its weight. */
const tableOf = (keys: readonly number[]) =>
  featureTableOf({
    keys: Uint32Array.from(keys),
    violation: Int16Array.from(keys, (_, at) => -at),
    text: Int16Array.from(keys, (_, at) => at),
    topicCounts: Uint8Array.from(keys, (_, at) => at % 3),
  } as unknown as Weights);

const slotsOf = ({ lookUp }: ReturnType<typeof tableOf>, hashes: readonly number[]): number[] =>
  Array.from(lookUp(Uint32Array.from(hashes), hashes.length).slots);

describe('the table of features', () => {
  it.each([
    ['none', []],
    ['the least and the greatest', [0, 1, 0xfffffffe, 0xffffffff]],
    ['many at one slot', Array.from({ length: 40 }, (_, at) => 0x80000000 + at)],
    ['many at the last slot', Array.from({ length: 40 }, (_, at) => 0xffffffff - 39 + at)],
    ['some thousand', Array.from({ length: 5_000 }, (_, at) => at * 858_993 + (at % 7))],
  ])('finds the features that have weights and no others: %s', (_, keys) => {
    const table = tableOf(keys);
    const { entries, topicStarts } = table;
    const known = new Set(keys);
    const neighbours = [
      0,
      1,
      0x7fffffff,
      0x80000000,
      0xfffffffe,
      ...keys.flatMap((key) => [key - 1, key + 1]),
    ];
    const unknown = neighbours.filter((hash) => hash >= 0 && hash < 2 ** 32 && !known.has(hash));
    expect(slotsOf(table, unknown).every((slot) => slot === -1)).toBe(true);
    const slots = slotsOf(table, keys);
    expect(slots.map((slot) => (entries[slot * 2 + 1] ?? 0) >> 16)).toEqual([...keys.keys()]);
    const topicsOf = (slot: number) => (topicStarts[slot + 1] ?? 0) - (topicStarts[slot] ?? 0);
    expect(slots.map(topicsOf)).toEqual(keys.map((_, at) => at % 3));
  });

  it('has no weight for the greatest hash, unless it is a key', () => {
    const table = tableOf([5]);
    const [slot = -1] = slotsOf(table, [0xffffffff]);
    expect(slot < 0 ? 0 : table.entries[slot * 2 + 1]).toBe(0);
  });
});
