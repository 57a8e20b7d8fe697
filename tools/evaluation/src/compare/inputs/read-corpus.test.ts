import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readCorpus, readLabelledSet } from './read-corpus.ts';

const folder = mkdtempSync(join(tmpdir(), 'redline-corpus-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reads sentences, the passages they stand in, and whole texts with their places', () => {
  writeFileSync(join(folder, 'a.tsv'), 'bad\tt\tOne.\twhy\nok\t-\tTwo.\twhy\n\nok\t-\tThree.\twhy\n');
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'texts', 'b.jsonl'), '{"platform":"p","text":"Four","violations":[]}\n');
  mkdirSync(join(folder, 'cases'));
  writeFileSync(join(folder, 'cases', 'violating.jsonl'), '{"text":"It measures","place":{}}\n');
  const { sentences, passages, texts } = readCorpus(folder);
  expect(sentences.map(({ id, text }) => [id, text])).toEqual([
    ['a.tsv:1', 'One.'],
    ['a.tsv:2', 'Two.'],
    ['a.tsv:4', 'Three.'],
  ]);
  expect(passages).toMatchObject([{ id: 'a.tsv:1-passage', text: 'One. Two.' }]);
  // Cases that agencies decided are no part of it.
  expect(texts).toMatchObject([{ id: 'texts/b.jsonl:1', text: 'Four', selection: { platform: 'p' } }]);
});

it('says that a labelled set is not there', () => {
  expect(readLabelledSet(folder, 'none.jsonl')).toBeNull();
});
