import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const testsIn = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('crash-points-table'))
    .map((name) => read(`${folder}${name}`));
/** Quotes are escaped in one place and not in the other. */
const plain = (text: string) => text.replaceAll('\\', '');

const rows = read('../docs/crash-points.md')
  .split('\n')
  .flatMap((line) => /\| `([^`]+)` *\|$/.exec(line)?.[1] ?? []);
const tests = plain([...testsIn('./'), ...testsIn('../src/domain/')].join('\n'));

describe('the table of crash points', () => {
  it('has its rows', () => expect(rows.length).toBeGreaterThan(35));

  it.each([...new Set(rows)])('names a test that exists: %s', (name) => {
    expect(tests).toContain(`'${name}`);
  });
});
