import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical.ts';
import { compareDumps } from './compare-dumps.ts';
import { isAsWanted, reportOf } from './report.ts';
import { createSharedValues } from './shared-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-compare-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const legal = 'A wording that is long enough to be written once for all the answers that say it.';
const finding = (start: number, category = legal) => ({ start, wording: { category } });
const verdict = (start: number, category?: string) => ({
  verdict: { findings: [finding(start, category)], riskLevel: 'high' },
  batchItem: { riskCount: 1 },
});

/** Writes a dump as `dump.ts` does: an answer for each id, then the content hashes. */
function write(name: string, answers: Readonly<Record<string, object>>, hash = 'aa'): string {
  const file = join(folder, name);
  const values = createSharedValues();
  const all = { ...answers, 'content hashes': { us: hash } };
  const lines = Object.entries(all).map(([id, one]) =>
    canonicalJson({ id, kind: id === 'content hashes' ? 'hash' : 'text', answers: one }, values.replace),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(
    `${file}.shared`,
    values
      .takeNew()
      .map(([key, json]) => `${key} ${json}\n`)
      .join(''),
  );
  return file;
}

describe('the comparison of two dumps', () => {
  it('finds identical answers identical, and tells other content hashes apart from them', async () => {
    const base = write('base', { a: verdict(1), b: verdict(2) });
    const current = write('same', { a: verdict(1), b: verdict(2) }, 'bb');
    const comparison = await compareDumps(base, current, []);
    expect(comparison.parts).toEqual([
      { kind: 'text', part: 'batchItem', identical: 2, wanted: 0, different: 0 },
      { kind: 'text', part: 'verdict', identical: 2, wanted: 0, different: 0 },
    ]);
    expect(comparison.packs).toEqual(['us']);
    expect(isAsWanted(comparison)).toBe(true);
  });

  it('names the input, the path and both values of a difference, inside shared wordings too', async () => {
    const base = write('base', { a: verdict(1), b: verdict(2) });
    const current = write('other', { a: verdict(1), b: verdict(3, legal.toUpperCase()) });
    const comparison = await compareDumps(base, current, []);
    expect(comparison.different).toEqual([
      {
        id: 'b',
        differences: [
          { path: 'verdict.findings[0].start', base: 2, current: 3 },
          {
            path: 'verdict.findings[0].wording.category',
            base: legal,
            current: legal.toUpperCase(),
          },
        ],
      },
    ]);
    expect([...comparison.paths.keys()]).toEqual([
      'verdict.findings[].start',
      'verdict.findings[].wording.category',
    ]);
    expect(isAsWanted(comparison)).toBe(false);
    expect(reportOf(comparison, 10).join('\n')).toMatch(/b\n {2}verdict\.findings\[0\]\.start\n/);
  });

  it('subtracts what is wanted, and nothing else', async () => {
    const base = write('base', { a: verdict(1), b: verdict(2) });
    const current = write('other', { a: verdict(9), b: verdict(3) });
    const wanted = { base: '6ce6991', path: 'verdict.findings[].*', id: 'a', reason: 'it moved' };
    const comparison = await compareDumps(base, current, [wanted]);
    expect(comparison.different.map(({ id }) => id)).toEqual(['b']);
    expect(comparison.parts[1]).toEqual({
      kind: 'text',
      part: 'verdict',
      identical: 0,
      wanted: 1,
      different: 1,
    });
    expect(comparison.wanted.get(wanted)).toBe(1);
  });

  it('refuses dumps of other inputs', async () => {
    const base = write('base', { a: verdict(1), b: verdict(2) });
    await expect(compareDumps(base, write('other', { b: verdict(2) }), [])).rejects.toThrow(
      'not of the same inputs',
    );
    await expect(
      compareDumps(base, write('longer', { a: verdict(1), b: verdict(2), c: verdict(3) }), []),
    ).rejects.toThrow();
  });
});
