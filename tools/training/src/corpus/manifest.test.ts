import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultsOfManifest, parseManifest } from './manifest.ts';
import { readCorpus } from './read-corpus.ts';

const entry = (file: string, more = ''): string =>
  `  - { file: ${file}, kind: passages, holds: lawful copy, purpose: training, since: "2026-11-23"${more} }\n`;

describe('the manifest of a corpus', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    mkdirSync(join(folder, 'sellers'));
    writeFileSync(join(folder, 'sellers/florist.tsv'), 'ok\t-\tTulips are in.\tplain\n');
    writeFileSync(join(folder, 'groups.yaml'), 'all: [disease_claim]\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const hashWith = (manifest: string): string => {
    writeFileSync(join(folder, 'manifest.yaml'), `files:\n${manifest}`);
    return readCorpus(folder, new Set(['disease_claim'])).hash;
  };

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

  it('says who wrote a file of one author, and keeps the hash of the weights through a new name', () => {
    const renamed = hashWith(entry('sellers/florist.tsv', ', trainedAs: flowers.tsv, voice: florist'));
    expect(readCorpus(folder, new Set()).passages[0]?.[0]?.author).toBe('florist');
    expect(renamed).not.toBe(hashWith(entry('sellers/florist.tsv')));
    rmSync(join(folder, 'sellers'), { recursive: true });
    writeFileSync(join(folder, 'flowers.tsv'), 'ok\t-\tTulips are in.\tplain\n');
    expect(hashWith(entry('flowers.tsv'))).toBe(renamed);
  });
});
