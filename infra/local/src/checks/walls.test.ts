import { describe, expect, it } from 'vitest';
import { wallFaults } from './walls.ts';

const report = (violations: object[] = []) =>
  JSON.stringify({
    modules: [
      { source: 'apps/a/src/main.ts', dependencies: [{ resolved: 'packages/b/src/index.ts' }] },
      { source: 'packages/b/src/index.ts', dependencies: [] },
    ],
    summary: { violations },
  });

describe('the walls', () => {
  it('stand when every file was looked at and no rule is broken', () => {
    expect(wallFaults(report(), ['apps/a/src/main.ts', 'packages/b/src/index.ts'])).toEqual([]);
  });

  it('name the two sides of a forbidden import', () => {
    const broken = {
      from: 'apps/a/src/main.ts',
      to: 'apps/c/src/x.ts',
      rule: { name: 'r', severity: 'error' },
    };
    expect(wallFaults(report([broken]), [])).toEqual(['r: apps/a/src/main.ts → apps/c/src/x.ts']);
  });

  it('do not stand on files that the tool silently passed over', () => {
    expect(wallFaults(report(), ['apps/a/src/other.ts'])).toEqual(['apps/a/src/other.ts was not looked at']);
    const blind = JSON.stringify({ modules: [], summary: { violations: [] } });
    expect(wallFaults(blind, [])).toEqual([
      'no import from apps to packages was seen, so no wall was tested',
    ]);
  });
});
