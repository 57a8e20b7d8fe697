import type { Tree } from '../layouts/layout.ts';
import { createRandom } from '../random.ts';
import type { Input } from './input.ts';
import { makeNotices } from './make-notices.ts';
import { makeRewrites } from './make-rewrites.ts';
import { makeTexts } from './make-texts.ts';
import { readCorpus } from './read-corpus.ts';
import { readTerms } from './read-terms.ts';

export interface InputOptions {
  /** Random texts for each site. */
  readonly texts: number;
  /** Rewrites of all sites together. */
  readonly rewrites: number;
  readonly seed: number;
  /** Holds labelled sets; it may be missing. */
  readonly evalFolder: string;
}

/**
 * Makes the inputs of a comparison from the packs and corpora of one checkout. The same checkout, options and labelled
 * sets give the same inputs in the same order.
 * @param onMissing is told of a labelled set that is not there
 */
export function makeInputs(tree: Tree, options: InputOptions, onMissing: (name: string) => void): Input[] {
  const { texts, rewrites, seed, evalFolder } = options;
  const sources = tree.sites.map((site) => {
    const { packFolder, corpusFolder, dimensions, examples } = tree.material(site);
    return { site, dimensions, examples, terms: readTerms(packFolder), corpus: readCorpus(corpusFolder) };
  });
  const sentencesBut = (site: string): string[] =>
    sources
      .filter((other) => other.site !== site)
      .flatMap(({ corpus }) => corpus.sentences.map(({ text }) => text));
  const textInputs = sources.flatMap((source, at) =>
    makeTexts({ ...source, foreign: sentencesBut(source.site) }, createRandom(seed + at), {
      count: texts,
      evalFolder,
      onMissing,
    }),
  );
  return [
    ...tree.sites.map((site) => ({ kind: 'pack' as const, id: `${site} pack`, site })),
    ...textInputs,
    ...makeRewrites(tree, textInputs, rewrites, createRandom(seed + 101)),
    ...makeNotices(tree, textInputs, { evalFolder, onMissing }, createRandom(seed + 102)),
  ];
}
