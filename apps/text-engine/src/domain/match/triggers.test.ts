import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../../clients/pack-files.ts';
import type { Program } from '../rules/program.ts';
import { triggersOf } from './triggers.ts';

const pack = loadPack(fileURLToPath(new URL('../../../packs/us', import.meta.url)));

const isProgram = (value: unknown): value is Program =>
  typeof value === 'object' && value !== null && 'source' in value && 'start' in value;

/** Every list of programs anywhere in a value, found without knowing its type. */
function listsIn(value: unknown): (readonly Program[])[] {
  if (typeof value !== 'object' || value === null || isProgram(value)) return [];
  if (Array.isArray(value) && isProgram(value[0])) return [value];
  return Object.values(value).flatMap(listsIn);
}

describe('the index of a pack', () => {
  it('holds every program of every list: one that is left out would never match', () => {
    const { byClass, always } = triggersOf(pack);
    const filed = new Map<readonly Program[], Set<Program>>();
    for (const { list, program } of [...always, ...byClass.flat()]) {
      filed.set(list, (filed.get(list) ?? new Set()).add(program));
    }
    const lists = listsIn([pack.rules, pack.grammar]);
    expect(lists.length).toBeGreaterThan(500);
    for (const list of lists) expect(filed.get(list)).toEqual(new Set(list));
  });
});
