import { describe, expect, it } from 'vitest';
import { repeatsBetweenApps } from './repeats.ts';

const lines = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `const line${from + index} = ${from + index};`).join('\n');

const inApp = (app: string, source: string) => ({ path: `apps/${app}/src/a.ts`, source });

describe('lines that two apps have in common', () => {
  it('are named with both places and their number', () => {
    const files = [inApp('one', `const own = 1;\n${lines(7)}`), inApp('two', lines(7))];
    expect(repeatsBetweenApps(files)).toEqual([
      'apps/one/src/a.ts:2-8 and apps/two/src/a.ts:1-7 have the same 7 lines',
    ]);
  });

  it('count from six on, and wherever the margin, blank lines, comments, braces and imports lie between them', () => {
    expect(repeatsBetweenApps([inApp('one', lines(5)), inApp('two', lines(5))])).toEqual([]);
    const spread = `import {\n  a,\n} from 'a';\n${lines(3)}\n\n  // a comment\n/** And\n * another. */\n});\n  ${lines(3, 4)}`;
    expect(repeatsBetweenApps([inApp('one', lines(6)), inApp('two', spread)])).toEqual([
      'apps/one/src/a.ts:1-6 and apps/two/src/a.ts:4-14 have the same 6 lines',
    ]);
  });

  it('are nothing where they are imports or comments alone', () => {
    const same = `${lines(3)}\nimport {\n  a,\n  b,\n  c,\n  d,\n} from 'a';\n// one\n// two\n// three`;
    expect(repeatsBetweenApps([inApp('one', same), inApp('two', same)])).toEqual([]);
  });

  it('are looked for between apps and not within one', () => {
    const again = { path: 'apps/one/src/b.ts', source: lines(9) };
    expect(repeatsBetweenApps([inApp('one', lines(9)), again])).toEqual([]);
  });
});
