import { existsSync, readFileSync } from 'node:fs';
import { type Engine, exampleOf } from '@redline/rule-engine/evaluate';
import { type CompiledSources, defaultSelection } from '@redline/rule-engine/pack';
import { readClaimTypes } from '@redline/training/claim-types';
import { readCorpus } from '@redline/training/corpus';
import { type PublishedText, readLabelledSet } from './labelled-set.ts';
import { claimTypesFile } from './site-folders.ts';

/** Texts whose violations are disguised, and texts that must not be flagged. */
export interface DisguiseTexts {
  readonly violating: readonly PublishedText[];
  readonly lawful: readonly PublishedText[];
}

/** Reads the texts of a labelled set. */
export function textsOfSet(engine: Engine, file: string): DisguiseTexts {
  const texts = readLabelledSet(engine, readFileSync(file, 'utf8'));
  return {
    violating: texts.filter(({ isViolating }) => isViolating),
    lawful: texts.filter(({ isViolating }) => !isViolating),
  };
}

/**
 * Collects the examples of the rules and the lawful sentences of the site's corpus.
 * @param corpusFolder may not exist
 */
export function textsOfSite(
  engine: Engine,
  examples: CompiledSources['examples'],
  corpusFolder: string,
): DisguiseTexts {
  const { rules, meta } = engine.pack;
  const examplesIn = (list: 'hit' | 'miss'): PublishedText[] =>
    rules
      .filter(({ risk }) => risk === 'violation')
      .flatMap((rule) => (examples.get(rule.id)?.[list] ?? []).map((raw) => exampleOf(rule, raw, engine)));
  const selection = defaultSelection(new Map(), meta);
  const passages = existsSync(corpusFolder)
    ? readCorpus(corpusFolder, {
        topics: new Set(rules.map(({ topic }) => topic)),
        claimTypes: readClaimTypes(claimTypesFile),
      }).passages
    : [];
  const sentences = passages
    .flat()
    .filter(({ label }) => label === 'ok')
    .map(({ sentence }) => ({ text: sentence, selection }));
  return { violating: examplesIn('hit'), lawful: [...examplesIn('miss'), ...sentences] };
}
