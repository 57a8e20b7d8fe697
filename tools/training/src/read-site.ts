import { PackError, type PackWithExamples, readPack } from '@redline/rule-engine/load';
import { readClaimTypes } from './corpus/claim-types.ts';
import { type Corpus, readCorpus } from './corpus/read-corpus.ts';
import { claimTypesFile, corpusFolderOf, packFolderOf } from './site-files.ts';

/** Reads the pack of a site and its corpus. Throws a PackError with every fault in them. */
export function readSite(site: string): { loaded: PackWithExamples; corpus: Corpus } {
  const loaded = readPack(packFolderOf(site));
  if ('faults' in loaded) throw new PackError(loaded.faults);
  const corpus = readCorpus(corpusFolderOf(site), {
    topics: new Set(loaded.pack.rules.map(({ topic }) => topic)),
    claimTypes: readClaimTypes(claimTypesFile),
  });
  if (corpus.faults.length > 0) throw new PackError(corpus.faults);
  return { loaded, corpus };
}
