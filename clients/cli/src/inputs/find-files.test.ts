import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFiles } from './find-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redline-files-'));
  const paths = ['b.md', 'a.txt', 'c.js', 'sub/d.md', 'sub/e.html', 'sub/node_modules/f.md', '.hidden/g.md'];
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (paths: readonly string[], excluded: readonly string[] = []): string[] =>
  findFiles(
    paths.map((path) => (path === '-' ? path : join(folder, path))),
    { endings: ['.md', '.txt'], excluded },
  ).map((path) => (path === '-' ? path : relative(folder, path)));

describe('the files that paths name', () => {
  it('are those of a folder with a known ending, but for folders of others and hidden ones', () => {
    expect(found(['.'])).toEqual(['a.txt', 'b.md', 'sub/d.md']);
  });

  it('are what is named, whatever its ending, each once, and the standard input', () => {
    expect(found(['c.js', '.hidden/g.md', 'sub', 'sub/d.md', '-'])).toEqual([
      ...['c.js', '.hidden/g.md', 'sub/d.md', '-'],
    ]);
  });

  it('are what a glob matches', () => {
    expect(found(['**/*.{md,html}'])).toEqual(['b.md', 'sub/d.md', 'sub/e.html']);
  });

  it('are without what is excluded', () => {
    expect(found(['.'], ['**/sub/**'])).toEqual(['a.txt', 'b.md']);
  });

  it('are refused where there is none', () => {
    expect(() => found(['gone.md'])).toThrow(/gone\.md: there is no such file$/);
    expect(() => found(['*.pdf'])).toThrow(/\*\.pdf: there is no such file$/);
  });
});
