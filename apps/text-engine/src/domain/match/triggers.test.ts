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
    const { entries, filed, always } = triggersOf(pack);
    const held = new Map<readonly Program[], Set<Program>>();
    for (const number of [...always, ...filed.values]) {
      const { list, program } = entries[number] ?? expect.unreachable();
      held.set(list, (held.get(list) ?? new Set()).add(program));
    }
    const lists = listsIn([pack.rules, pack.grammar]);
    expect(lists.length).toBeGreaterThan(500);
    for (const list of lists) expect(held.get(list)).toEqual(new Set(list));
  });
});
