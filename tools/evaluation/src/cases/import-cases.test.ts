import { describe, expect, it } from 'vitest';
import { engineFor } from '../site-folders.ts';
import { caseNamesOf, usualLevels } from './case-names.ts';
import { passageHash } from './hashes.ts';
import { type ImportSettings, importCases } from './import-cases.ts';
import { sampleCase } from './sample-case.ts';

const engine = engineFor('us');
const settings: ImportSettings = {
  names: caseNamesOf('us', engine),
  levels: usualLevels(engine),
  unsaid: {},
  frozen: new Set(),
};
const { place: _, source: __, ...described } = sampleCase();
const raw = {
  ...described,
  platform: 'dtc_us',
  vertical: 'supplement',
  spans: [{ quote: 'cure gout', topic: 'disease_claim', types: ['treats_disease'] }],
  source: {
    url: 'https://agency.example/letter',
    opened: '2026-11-23',
    passage: 'Your drops are drugs, because …',
  },
};
const importOf = (row: object, given: Partial<ImportSettings> = {}) =>
  importCases([], `${JSON.stringify(row)}\n`, { ...settings, ...given });

describe('the import of cases', () => {
  it('keeps of a passage its hash alone, and changes nothing the second time', () => {
    const first = importOf(raw);
    expect(first).toMatchObject({ added: 1, refused: [] });
    const [stored] = first.cases;
    expect(stored?.source).toEqual({
      url: 'https://agency.example/letter',
      opened: '2026-11-23',
      passageSha256: passageHash('your DROPS are drugs because'),
    });
    expect(stored).toMatchObject({ place: { platform: 'dtc_us' }, spans: [{ severity: 'high' }] });
    const again = importCases(first.cases, JSON.stringify(raw), settings);
    expect(again).toMatchObject({ added: 0, changed: 0, cases: first.cases });
  });

  it.each([
    ['is of 2025', { date: '2025-01-02' }, '2025'],
    ['was opened without a source', { source: null }, 'has a source'],
    ['quotes what the text does not say', { text: 'Our drops taste of mint.' }, 'does not say'],
    ['is called lawful beside its spans', { lawful: true }, 'spans'],
    ['names an unknown topic', { spans: [{ ...raw.spans[0], topic: 'nothing' }] }, 'no topic'],
    ['names an unknown claim type', { spans: [{ ...raw.spans[0], types: ['cures'] }] }, 'no claim type'],
    ['names an unknown platform', { platform: 'website' }, 'none of'],
  ])('refuses a row that %s', (_name, changes, reason) => {
    const { refused, cases } = importOf({ ...raw, ...changes });
    expect(cases).toEqual([]);
    expect(refused[0]?.reason).toContain(reason);
  });

  it('refuses another text for a case that measures', () => {
    const { cases } = importOf(raw);
    const changed = JSON.stringify({ ...raw, text: 'Our old drops cure gout.' });
    const given = { ...settings, frozen: new Set(['us-0001']) };
    expect(importCases(cases, changed, given).refused[0]?.reason).toContain('frozen');
  });
});
