import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../../clients/pack-files.ts';

const { patterns, rules, grammar } = loadPack(fileURLToPath(new URL('../../../packs/us', import.meta.url)));

/** The patterns of a list, and the classes that each needs. */
function recordsOf(list: number): { pattern: number; clauses: number[][] }[] {
  const { values, from } = patterns.lists;
  const row = values.subarray(from[list], from[list + 1]);
  const records: { pattern: number; clauses: number[][] }[] = [];
  for (let at = 0; at < row.length; at += 2 + (row[at + 1] ?? 0)) {
    const needs = row.subarray(at + 2, at + 2 + (row[at + 1] ?? 0));
    const clauses: number[][] = [];
    for (let one = 0; one < needs.length; one += 1 + (needs[one] ?? 0))
      clauses.push([...needs.subarray(one + 1, one + 1 + (needs[one] ?? 0))]);
    records.push({ pattern: row[at] ?? -1, clauses });
  }
  return records;
}

/** Every list anywhere in a value, found without knowing its type. */
function listsIn(value: unknown): { number: number; size: number }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('number' in value && 'size' in value) return [value as { number: number; size: number }];
  return Object.values(value).flatMap(listsIn);
}

describe('the patterns of a pack', () => {
  it('have their lists filed under a class that each needs: one that is left out would never match', () => {
    const { values, from } = patterns.filed;
    const classesOf = new Map<number, Set<number>>();
    for (let of = 0; of + 1 < from.length; of++)
      for (const list of values.subarray(from[of], from[of + 1]))
        classesOf.set(list, (classesOf.get(list) ?? new Set()).add(of));
    for (let list = 0; list + 1 < patterns.lists.from.length; list++) {
      for (const { clauses } of recordsOf(list)) {
        const isFiled = clauses.some((classes) => classes.every((of) => classesOf.get(list)?.has(of)));
        expect(isFiled || (clauses.length === 0 && patterns.always.includes(list))).toBe(true);
      }
    }
  });

  it('are all found through the lists of rules and grammar', () => {
    const lists = listsIn([rules, grammar]);
    expect(lists.length).toBeGreaterThan(500);
    const listed = new Set<number>();
    for (const { number, size } of lists) {
      const records = recordsOf(number);
      expect(records.length).toBe(size);
      for (const { pattern } of records) listed.add(pattern);
    }
    expect(listed.size).toBe(patterns.starts.length);
  });
});
