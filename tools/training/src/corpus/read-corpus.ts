import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { duplicatesIn, faultsOfGroups, shortageIn } from './check-corpus.ts';
import { type Choices, parseChoices } from './choices.ts';
import { type CorpusText, readCorpusTexts } from './corpus-texts.ts';
import { faultsOfManifest, parseManifest } from './manifest.ts';
import { type CorpusFault, type Passage, readPassages } from './passages.ts';

/** A site's corpus, read and checked. */
export interface Corpus {
  readonly passages: readonly Passage[];
  /** Whole texts, which the model of texts is trained on. */
  readonly texts: readonly CorpusText[];
  /** Topics whose report thresholds are chosen together, by the name of their group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly choices: Choices;
  /** SHA-256 of the contents of its files and their names, those they had when the weights were trained. */
  readonly hash: string;
  readonly faults: readonly CorpusFault[];
}

const groupsSchema = z.record(z.string(), z.array(z.string()).min(1));

/**
 * Reads the corpus in `folder`: the files that `manifest.yaml` lists, `groups.yaml` and `choices.yaml`; see
 * corpus/README.md. Its faults are part of the result.
 * @param topics of the site's rule pack
 */
export function readCorpus(folder: string, topics: ReadonlySet<string>): Corpus {
  const hash = createHash('sha256');
  const contentOf = (name: string, trainedAs = name): string => {
    const content = readFileSync(join(folder, name), 'utf8');
    hash.update(trainedAs).update('\0').update(content).update('\0');
    return content;
  };
  const pathOf = (name: string): string => relative(process.cwd(), join(folder, name));
  const listed = parseManifest(readFileSync(join(folder, 'manifest.yaml'), 'utf8'));
  const missing = faultsOfManifest(folder, listed);
  const files = listed.filter(({ file }) => existsSync(join(folder, file)));
  const passageFiles = files
    .filter(({ kind }) => kind === 'passages')
    .map(({ file, trainedAs, voice }) =>
      readPassages(pathOf(file), contentOf(file, trainedAs), topics, voice ?? null),
    );
  const textFiles = files
    .filter(({ kind }) => kind === 'texts')
    .map(({ file, trainedAs }) => readCorpusTexts(pathOf(file), contentOf(file, trainedAs), topics));
  const groups = new Map(Object.entries(groupsSchema.parse(parse(contentOf('groups.yaml')))));
  const hasChoices = existsSync(join(folder, 'choices.yaml'));
  const choices = parseChoices(hasChoices ? parse(contentOf('choices.yaml')) : {});
  const passages = passageFiles.flatMap((file) => file.passages);
  return {
    passages,
    texts: textFiles.flatMap((file) => file.texts),
    groups,
    choices,
    hash: hash.digest('hex'),
    faults: [
      ...missing.map((reason) => ({ file: pathOf('manifest.yaml'), line: 1, reason })),
      ...passageFiles.flatMap((file) => file.faults),
      ...textFiles.flatMap((file) => file.faults),
      ...duplicatesIn(passages),
      ...shortageIn(folder, passages),
      ...faultsOfGroups(folder, groups, new Set(passages.flat().flatMap(({ topic }) => topic ?? []))),
    ],
  };
}
