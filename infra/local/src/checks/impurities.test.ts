import { describe, expect, it } from 'vitest';
import { impurities } from './impurities.ts';

describe('a pure room', () => {
  it.each([
    'const now = Date.now();',
    'const now = new Date( );',
    'const id = Math.random();',
    'const id = randomUUID();',
    'const key = crypto.randomBytes(32);',
    'const at = performance.now();',
    'setTimeout(() => {}, 1);',
    'const url = process.env.URL;',
  ])('may not hold %s', (line) => {
    expect(impurities('a.ts', `const x = 1;\n${line}`)).toEqual([expect.stringMatching(/^a\.ts:2 /)]);
  });

  it.each([
    'const at = new Date(atMs);',
    '// Date.now() is the caller’s',
    ' * calls Date.now() nowhere',
    'const next = at + 1; // not Date.now()',
    'const prefetch = prefetched(1);',
  ])('may hold %s', (line) => {
    expect(impurities('a.ts', line)).toEqual([]);
  });
});
