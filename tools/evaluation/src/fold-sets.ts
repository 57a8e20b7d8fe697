import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '@redline/rule-engine/evaluate';
import { exampleOf } from '@redline/rule-engine/evaluate';
import { parseSource } from '@redline/rule-engine/load';
import type { CompiledSources } from '@redline/rule-engine/pack';
import { defaultSelection } from '@redline/rule-engine/pack';
import { type RawSpellingFile, spellingFileSchema } from '@redline/rule-engine/patterns';
import { readCorpus } from '@redline/training/corpus';
import { disguisesFor } from './disguises.ts';
import { measureDisguises, measureLawful, reportOfFolds } from './folds.ts';
import { type Copy, readLabelled } from './sets.ts';

/** Copy that violates, to be disguised, and copy that does not. */
interface FoldSet {
  readonly violating: readonly Copy[];
  readonly lawful: readonly Copy[];
}

/**
 * Measures each fold by itself: how much of what a pack finds it still finds when its words are disguised, and what lawful
 * copy nothing but the fold flags. Gives lines to read.
 * @param folders of the pack, and of the corpus of its site
 * @param file a labelled set; the rules' own examples and the lawful sentences of the corpus without one
 */
export function foldReport(
  engine: Engine,
  { examples }: Pick<CompiledSources, 'examples'>,
  folders: { readonly pack: string; readonly corpus: string },
  file: string | undefined,
): string[] {
  const { pack } = engine;
  const { violating, lawful } =
    file === undefined ? ownSet(engine, examples, folders.corpus) : labelledSet(engine, file);
  const disguises = disguisesFor(spellingsOf(folders.pack), pack.sounds, pack.language.sounds);
  return reportOfFolds(measureDisguises(engine, violating, disguises), measureLawful(engine, lawful));
}

function labelledSet(engine: Engine, file: string): FoldSet {
  const lines = readLabelled(engine, readFileSync(file, 'utf8'));
  return {
    violating: lines.filter(({ violation }) => violation),
    lawful: lines.filter(({ violation }) => !violation),
  };
}

function ownSet(engine: Engine, examples: CompiledSources['examples'], corpus: string): FoldSet {
  const { rules, meta } = engine.pack;
  const copiesOf = (list: 'hit' | 'miss'): Copy[] =>
    rules
      .filter(({ risk }) => risk === 'violation')
      .flatMap((rule) => (examples.get(rule.id)?.[list] ?? []).map((raw) => exampleOf(rule, raw, engine)));
  const selection = defaultSelection(new Map(), meta);
  const passages = existsSync(corpus)
    ? readCorpus(corpus, new Set(rules.map(({ topic }) => topic))).passages
    : [];
  const sentences = passages
    .flat()
    .filter(({ label }) => label === 'ok')
    .map(({ sentence }) => ({ text: sentence, selection }));
  return { violating: copiesOf('hit'), lawful: [...copiesOf('miss'), ...sentences] };
}

function spellingsOf(folder: string): RawSpellingFile | null {
  const file = join(folder, 'spellings.yaml');
  if (!existsSync(file)) return null;
  return spellingFileSchema.parse(parseSource(file, readFileSync(file, 'utf8'), []).data);
}
