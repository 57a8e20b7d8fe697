import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Verdict } from '../asking/question.ts';
import { sampleCase } from '../cases/sample-case.ts';
import { createRandom } from '../compare/random.ts';
import { plantedFindings } from './planted-findings.ts';
import { readKey, writeSheet } from './sheet-files.ts';
import { type EngineName, sampleFindings } from './sheet-items.ts';

const folder = mkdtempSync(join(tmpdir(), 'sheet-'));
afterAll(() => rmSync(folder, { recursive: true }));

const texts = Array.from({ length: 20 }, (_, at) => ({ id: `${at}`, text: `word${at} and more` }));
const verdicts = (...places: [start: number, end: number][]) =>
  new Map(
    texts.map(({ id }): [string, Verdict] => {
      const found = places.map(([start, end]) => ({
        topic: 't',
        severity: 'low',
        source: 'rule',
        start,
        end,
      }));
      return [
        id,
        {
          id,
          riskLevel: 'low',
          violations: found.map((one) => ({ ...one, ruleId: 'r.one', says: 'A claim' })),
        },
      ];
    }),
  );
const engines = new Map<EngineName, ReturnType<typeof verdicts>>([
  ['current', verdicts([0, 4])],
  ['base', verdicts([2, 6], [10, 13])],
]);

describe('a reading sheet', () => {
  it('has as many findings of each engine, what both say once', () => {
    const sampled = sampleFindings(texts, engines, 10, createRandom(3));
    const of = (name: EngineName) => sampled.filter(({ sampleOf }) => sampleOf.includes(name));
    expect([of('current').length, of('base').length]).toEqual([10, 10]);
    expect(sampled.length).toBeLessThan(20);
    expect(sampleFindings(texts, engines, 10, createRandom(3))).toEqual(sampled);
  });

  it('says nothing of engines, rules and what was planted', () => {
    const cases = [
      sampleCase(),
      sampleCase({ id: 'us-0002', lawful: true, near: 'cbd', text: 'Tea. Warm.' }),
    ];
    const planted = plantedFindings(cases, 4, (topic) => `name of ${topic}`, createRandom(3));
    expect(planted.map(({ truth }) => truth)).toEqual(['right', 'wrong']);
    const sampled = sampleFindings(texts, engines, 1, createRandom(3));
    writeSheet(folder, [...planted, ...sampled], 'Findings');
    const sheet = readFileSync(join(folder, 'sheet.jsonl'), 'utf8');
    expect(sheet).toContain('Our drops ⟦cure gout⟧. 30 ml.');
    expect(sheet).not.toMatch(/r\.one|current|base|truth|planted/);
    expect(readKey(join(folder, 'key.jsonl'))[0]).toMatchObject({ n: 1, truth: 'right', sampleOf: [] });
  });
});
