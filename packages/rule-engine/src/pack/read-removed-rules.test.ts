import { describe, expect, it } from 'vitest';
import { checkRemovedRules } from './read-removed-rules.ts';
import type { PackFault } from './read-source.ts';

const ids = new Set(['x.kept', 'x.policy.cures']);
const faultsOf = (...removed: unknown[]): string[] => {
  const faults: PackFault[] = [];
  checkRemovedRules({ file: 'removed-rules.yaml', data: { removed }, lineOf: () => 3 }, ids, faults);
  return faults.map(({ reason }) => reason);
};

describe('the list of removed rules', () => {
  it('names what finds the same now', () => {
    expect(faultsOf({ id: 'x.gone', on: '2026-11-24', now: ['x.policy.cures', 'x.kept'] })).toEqual([]);
    expect(faultsOf({ id: 'x.gone', on: '2026-11-24', now: ['x.policy.heals'] })).toEqual([
      'there is no rule "x.policy.heals"',
    ]);
  });

  it('keeps ids from being used again, since records name them', () => {
    expect(faultsOf({ id: 'x.kept', on: '2026-11-24', now: ['x.policy.cures'] })).toEqual([
      '"x.kept" was removed on 2026-11-24; its id may not be used again',
    ]);
  });

  it('names each rule once', () => {
    const gone = { id: 'x.gone', on: '2026-11-24', now: ['x.kept'] };
    expect(faultsOf(gone, gone)).toEqual(['"x.gone" is listed twice']);
  });
});
