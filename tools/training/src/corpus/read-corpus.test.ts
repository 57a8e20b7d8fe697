import { fileURLToPath } from 'node:url';
import { loadPack } from '@redline/rule-engine/load';
import { describe, expect, it } from 'vitest';
import { readClaimTypes } from './claim-types.ts';
import { readCorpus } from './read-corpus.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

describe.each(['us', 'main', 'id'])('the corpus of %s', (site) => {
  const { pack } = loadPack(pathOf(`../../../../packs/${site}`));
  const topics = new Set(pack.rules.map(({ topic }) => topic));
  const claimTypes = readClaimTypes(pathOf('../../../../packs/claim-types.yaml'));
  const corpus = readCorpus(pathOf(`../../../../corpus/${site}`), { topics, claimTypes });
  const rows = corpus.passages.flat();

  it('is well-formed, has at least 4,000 sentences, about half of them lawful, and none twice', () => {
    expect(corpus.faults).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(4_000);
    const lawful = rows.filter(({ label }) => label === 'ok');
    expect(lawful.length / rows.length).toBeGreaterThan(0.45);
    expect(lawful.filter(({ topic }) => topic !== null).length / lawful.length).toBeGreaterThan(0.5);
  });

  it('has at least 30 violating and 20 lawful sentences close to the line for each of its topics', () => {
    const byTopic = Map.groupBy(
      rows.filter(({ topic }) => topic !== null),
      ({ topic }) => topic,
    );
    const thin = [...byTopic].filter(([, of]) => {
      const lawful = of.filter(({ label }) => label === 'ok').length;
      return of.length - lawful < 30 || lawful < 20;
    });
    expect(thin.map(([topic]) => topic)).toEqual([]);
  });
});
