import { describe, expect, it } from 'vitest';
import { differencesOf, withoutPositions } from './differences.ts';

describe('the differences of two answers', () => {
  it('are none for equal ones', () => {
    expect(differencesOf({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toEqual([]);
  });

  it('name each field that differs, also one that only one of them has', () => {
    const base = { findings: [{ start: 1, wording: { category: 'x' } }], level: 'low' };
    const current = { findings: [{ start: 2, wording: { category: 'x', insert: null } }], level: 'low' };
    expect(differencesOf(base, current)).toEqual([
      { path: 'findings[0].start', base: 1, current: 2 },
      { path: 'findings[0].wording.insert', base: undefined, current: null },
    ]);
  });

  it('take lists of unequal length as a whole', () => {
    expect(differencesOf({ a: [1, 2] }, { a: [2] })).toEqual([{ path: 'a', base: [1, 2], current: [2] }]);
  });

  it('are grouped by paths without positions', () => {
    expect(withoutPositions('verdict.findings[12].folds[0]')).toBe('verdict.findings[].folds[]');
  });
});
