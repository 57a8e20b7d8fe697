import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../../clients/pack-files.ts';
import type { Rows } from './rows.ts';

const { patterns, rules, grammar } = loadPack(fileURLToPath(new URL('../../../packs/us', import.meta.url)));

const rowOf = ({ values, from }: Rows, row: number): number[] => [
  ...values.subarray(from[row], from[row + 1]),
];

/** Every list anywhere in a value, found without knowing its type. */
function listsIn(value: unknown): { number: number; size: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('number' in value && 'size' in value) return [value as { number: number; size: number }];
  return Object.values(value).flatMap(listsIn);
}

describe('the patterns of a pack', () => {
  it('are all filed under a class that they need: one that is left out would never match', () => {
    const filed = new Set([...patterns.filed.values, ...patterns.always]);
    expect(filed.size).toBe(patterns.starts.length);
  });

  it('are all found through the lists of rules and grammar', () => {
    const lists = listsIn([rules, grammar]);
    expect(lists.length).toBeGreaterThan(500);
    const listed = new Set<number>();
    for (const { number, size } of lists) {
      const row = rowOf(patterns.lists, number);
      expect(row.length).toBe(size);
      for (const pattern of row) {
        listed.add(pattern);
        expect(rowOf(patterns.listsOf, pattern)).toContain(number);
      }
    }
    expect(listed.size).toBe(patterns.starts.length);
  });
});
