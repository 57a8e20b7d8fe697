import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../load/pack-files.ts';
import { patternTableBuilder } from './pattern-table.ts';

const { pack } = loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url)));

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

const { patterns, rules, grammar } = pack;

describe('the patterns of a pack', () => {
  it('have their lists filed under a class that each needs: one that is left out would never match', () => {
    const { values, from } = patterns.listsByClass;
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

describe('a pattern of options', () => {
  it('is looked at where the rarest thing that an option needs occurs, not the first', () => {
    const names = new Map<string, number>();
    const classOf = (node: object): number => {
      const name = JSON.stringify(node);
      names.set(name, names.get(name) ?? names.size);
      return names.get(name) ?? -1;
    };
    const builder = patternTableBuilder(classOf, 8);
    const options = builder.list([builder.pattern('({number} days|{number} weeks|soon)')]);
    builder.list([builder.pattern('{number} pills')]);
    const { lists } = builder.table(names.size);
    const record = [...lists.values.subarray(lists.from[options.number], lists.from[options.number + 1])];
    const word = (text: string): number => classOf({ kind: 'word', word: text });
    expect(record).toEqual([0, 4, 3, word('days'), word('weeks'), word('soon')]);
  });
});
