import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { firstLoad, firstLoadBytes, type Script } from './first-load.ts';

/** A script that no compression makes smaller by much. */
const script = (fileName: string, bytes: number, more: Partial<Script> = {}): Script => ({
  fileName,
  code: randomBytes(bytes).toString('latin1'),
  isEntry: false,
  imports: [],
  dynamicImports: [],
  ...more,
});
const scripts = [
  script('entry', 1_000, { isEntry: true, imports: ['base'], dynamicImports: ['page', 'small', 'language'] }),
  script('base', 2_000, { imports: ['entry'] }),
  script('page', 4_000, { imports: ['base', 'part'], dynamicImports: ['later'] }),
  script('part', 8_000),
  script('small', 100),
  script('language', 16_000),
  script('later', 100_000),
];

describe('what a first visit loads', () => {
  it('is the entry, a page and a language with all that they import, each once, and nothing that comes later', () => {
    const bytes = firstLoadBytes(scripts);
    // Bytes above 127 are two in UTF-8, and gzip takes some of that back.
    expect(bytes).toBeGreaterThan(31_000);
    expect(bytes).toBeLessThan(60_000);
    expect(firstLoadBytes(scripts.filter(({ fileName }) => fileName !== 'small'))).toBe(bytes);
  });

  it('fails the build above the limit', () => {
    const bundle = Object.fromEntries(scripts.map((one) => [one.fileName, { type: 'chunk', ...one }]));
    const said: string[] = [];
    const context = {
      info: (line: string) => said.push(line),
      error: (line: string) => {
        throw new Error(line);
      },
    };
    const run = (limitBytes: number) =>
      (firstLoad({ limitBytes }).generateBundle as unknown as (...args: unknown[]) => void).call(
        context,
        {},
        bundle,
      );
    expect(() => run(20_000)).toThrow(/above 20 kB/);
    run(1_000_000);
    expect(said).toEqual([expect.stringMatching(/at most \d+\.\d kB .* the limit is 1000 kB/)]);
  });
});
