import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOfManifest, parseManifest } from './manifest.ts';
import { readCorpus } from './read-corpus.ts';

const entry = (file: string, more = ''): string =>
  `  - { file: ${file}, kind: passages, holds: lawful copy, purpose: training, since: "2026-11-23"${more} }\n`;

const names = {
  topics: new Set(['disease_claim']),
  claimTypes: { types: new Set<string>(), sold: new Set<string>() },
};

describe('the manifest of a corpus', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    mkdirSync(join(folder, 'sellers'));
    writeFileSync(join(folder, 'sellers/florist.tsv'), 'ok\t-\tTulips are in.\tplain\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('names every file of the corpus, and no other', () => {
    const listed = parseManifest(`files:\n${entry('a.tsv')}${entry('a.tsv')}`);
    expect(faultsOfManifest(folder, listed)).toEqual([
      'sellers/florist.tsv is not listed',
      'there is no a.tsv',
      'there is no a.tsv',
      'a.tsv is listed twice',
    ]);
  });

  it('leaves cases that agencies decided to their own check', () => {
    mkdirSync(join(folder, 'cases'));
    writeFileSync(join(folder, 'cases/violating.jsonl'), '');
    const listed = parseManifest(`files:\n${entry('sellers/florist.tsv')}`);
    expect(faultsOfManifest(folder, listed)).toEqual([]);
  });

  it('says who wrote a file of one author', () => {
    const manifest = entry('sellers/florist.tsv', ', voice: florist');
    writeFileSync(join(folder, 'manifest.yaml'), `files:\n${manifest}`);
    expect(readCorpus(folder, names).passages[0]?.[0]?.author).toBe('florist');
  });
});
