import { describe, expect, it } from 'vitest';
import { featureTableOf } from './feature-table.ts';
import type { Weights } from './weights.ts';

/** Weights that tell features apart: the number of a key is its weight. */
const tableOf = (keys: readonly number[]) =>
  featureTableOf({
    keys: Uint32Array.from(keys),
    violation: Int16Array.from(keys, (_, at) => -at),
    text: Int16Array.from(keys, (_, at) => at),
    topicCounts: Uint8Array.from(keys, (_, at) => at % 3),
  } as unknown as Weights);

const placesIn = ({ lookUp }: ReturnType<typeof tableOf>, hashes: readonly number[]): number[] =>
  Array.from(lookUp(Uint32Array.from(hashes), hashes.length).places);

describe('the table of features', () => {
  it.each([
    ['none', []],
    ['the least and the greatest', [0, 1, 0xfffffffe, 0xffffffff]],
    ['many at one place', Array.from({ length: 40 }, (_, at) => 0x80000000 + at)],
    ['many at the last place', Array.from({ length: 40 }, (_, at) => 0xffffffff - 39 + at)],
    ['some thousand', Array.from({ length: 5_000 }, (_, at) => at * 858_993 + (at % 7))],
  ])('finds what was learned and nothing else: %s', (_, keys) => {
    const table = tableOf(keys);
    const { entries, topicsFrom } = table;
    const known = new Set(keys);
    const strangers = [
      0,
      1,
      0x7fffffff,
      0x80000000,
      0xfffffffe,
      ...keys.flatMap((key) => [key - 1, key + 1]),
    ];
    const unknown = strangers.filter((hash) => hash >= 0 && hash < 2 ** 32 && !known.has(hash));
    expect(placesIn(table, unknown).every((place) => place === -1)).toBe(true);
    const places = placesIn(table, keys);
    expect(places.map((place) => (entries[place * 2 + 1] ?? 0) >> 16)).toEqual([...keys.keys()]);
    const topicsOf = (place: number) => (topicsFrom[place + 1] ?? 0) - (topicsFrom[place] ?? 0);
    expect(places.map(topicsOf)).toEqual(keys.map((_, at) => at % 3));
  });

  it('weighs nothing where nothing was learned for the greatest hash', () => {
    const table = tableOf([5]);
    const [place = -1] = placesIn(table, [0xffffffff]);
    expect(place < 0 ? 0 : table.entries[place * 2 + 1]).toBe(0);
  });
});
