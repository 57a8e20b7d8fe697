import type { Engine } from '@redline/rule-engine/evaluate';
import type { Case } from '../cases/case-record.ts';
import { readCorpus } from '../compare/inputs/read-corpus.ts';
import { corpusFolderOf } from '../site-folders.ts';
import type { LawfulText } from './build-pages.ts';

const textCharactersMax = 500;

/** Returns the lawful texts that pages may be made of: of cases that do not measure, and whole texts of the corpus. */
export function lawfulTexts(site: string, cases: readonly Case[], { pack }: Engine): LawfulText[] {
  const dimensions = Object.keys(pack.meta.dimensions);
  const ofCorpus = readCorpus(corpusFolderOf(site)).texts.filter(({ isViolating }) => !isViolating);
  return [
    ...cases.filter(({ lawful }) => lawful),
    ...ofCorpus.map(({ text, selection }) => ({
      text,
      place: Object.fromEntries(Object.entries(selection).filter(([name]) => dimensions.includes(name))),
      sold: null,
    })),
  ].filter(({ text }) => text.length <= textCharactersMax);
}
