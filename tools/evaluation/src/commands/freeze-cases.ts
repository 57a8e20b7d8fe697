import { type Engine, engineOf, exampleOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples } from '@redline/rule-engine/load';
import { caseNamesOf } from '../cases/case-names.ts';
import { nearAnyOf } from '../cases/near-duplicates.ts';
import { testShareMax, testTextsMax } from '../cases/split-cases.ts';
import { freezeSplit } from '../cases/split-file.ts';
import { readCorpus } from '../compare/inputs/read-corpus.ts';
import { casesFolderOf, corpusFolderOf, packFolderOf } from '../site-folders.ts';
import { readCheckedCases } from './check-cases.ts';

/**
 * Freezes the test of a site, once.
 * @returns a line that says of how many texts it is
 */
export function freezeCases(site: string): string {
  const loaded = loadPackWithExamples(packFolderOf(site));
  const engine = engineOf(loaded);
  const cases = readCheckedCases(site, caseNamesOf(site, engine));
  const learned = nearAnyOf(
    cases.map(({ text }) => text),
    learnedTexts(site, engine, loaded.examples),
  );
  const known = new Set(cases.flatMap(({ id }, at) => (learned[at] ? [id] : [])));
  const { test } = freezeSplit(casesFolderOf(site), cases, known, new Date().toISOString().slice(0, 10));
  const ids = new Set(test.map(({ id }) => id));
  const lawful = cases.filter(({ id, lawful }) => lawful && ids.has(id)).length;
  const violating = test.length - lawful;
  const isFull = lawful === testTextsMax && violating === testTextsMax;
  const why = isFull
    ? ''
    : `, fewer than ${testTextsMax} of a kind: at most ${testShareMax * 100} % of the opened ones measure`;
  return `${site}: frozen ${violating} violating and ${lawful} lawful texts${why}; ${known.size} are near-duplicates of what was learned, and left out with their groups`;
}

/** Returns what the engine was written and trained with. */
function learnedTexts(
  site: string,
  engine: Engine,
  examples: ReturnType<typeof loadPackWithExamples>['examples'],
): string[] {
  const { sentences, passages, texts } = readCorpus(corpusFolderOf(site));
  const ofRules = engine.pack.rules.flatMap((rule) => {
    const { hit = [], miss = [] } = examples.get(rule.id) ?? {};
    return [...hit, ...miss].map((raw) => exampleOf(rule, raw, engine).text);
  });
  return [...[...sentences, ...passages, ...texts].map(({ text }) => text), ...ofRules];
}
