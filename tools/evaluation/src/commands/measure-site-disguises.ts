import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineOf } from '@redline/rule-engine/evaluate';
import { loadPackWithExamples, parseSource } from '@redline/rule-engine/load';
import { type RawSpellingFile, spellingFileSchema } from '@redline/rule-engine/patterns';
import { measureDisguises, measureLawful } from '../disguise-measures.ts';
import { disguiseReport } from '../disguise-report.ts';
import { textsOfSet, textsOfSite } from '../disguise-texts.ts';
import { disguisesFor } from '../disguises.ts';
import { corpusFolderOf, packFolderOf } from '../site-folders.ts';

/**
 * Measures each fold by itself: how much of what the pack finds it still finds when the words are disguised, and which
 * lawful texts nothing but the fold flags.
 * @param set file of labelled texts; without one, the examples of the rules and the lawful sentences of the corpus
 * @returns lines for a terminal
 */
export function measureSiteDisguises(site: string, set: string | undefined): string[] {
  const loaded = loadPackWithExamples(packFolderOf(site));
  const { pack, examples } = loaded;
  const engine = engineOf(loaded);
  const { violating, lawful } =
    set === undefined ? textsOfSite(engine, examples, corpusFolderOf(site)) : textsOfSet(engine, set);
  const disguises = disguisesFor(spellingsOf(packFolderOf(site)), pack.sounds, pack.language.sounds);
  return disguiseReport(measureDisguises(engine, violating, disguises), measureLawful(engine, lawful));
}

function spellingsOf(packFolder: string): RawSpellingFile | null {
  const file = join(packFolder, 'spellings.yaml');
  if (!existsSync(file)) return null;
  return spellingFileSchema.parse(parseSource(file, readFileSync(file, 'utf8'), []).data);
}
