import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countAlternatives } from './count-alternatives.ts';

describe('how much is written in the patterns of a pack', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'count-'));
    writeFileSync(join(folder, 'lexicons.yaml'), 'lexicons:\n  - { id: ills, terms: [gout, flu, acne] }\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const countOf = (rules: string): unknown => {
    writeFileSync(join(folder, 'rules.yaml'), rules);
    return countAlternatives(folder);
  };

  it('counts options, and a lexicon as often as it is named', () => {
    expect(countOf('rules:\n  - { id: a, match: ["(cures|heals) {ills}", "{ills}"] }\n')).toEqual({
      match: 8,
      unless: 0,
    });
  });

  it('counts apart what makes lawful, exemptions with it, and no examples', () => {
    const rules =
      'rules:\n  - { id: a, match: [cures], unless: { sentence: ["(not|never)"] }, hit: [one], miss: [two] }\n' +
      'exemptions:\n  - { id: b, sentence: ["{ills}"] }\n';
    expect(countOf(rules)).toEqual({ match: 1, unless: 5 });
  });
});
