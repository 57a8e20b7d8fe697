import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { duplicatesIn, shortageIn } from './check-corpus.ts';
import { type CorpusText, readCorpusTexts } from './corpus-texts.ts';
import { faultsOfManifest, parseManifest } from './manifest.ts';
import { type MarkedText, readMarkedTexts } from './marked-texts.ts';
import { type CorpusFault, type LabelNames, type Passage, readPassages } from './passages.ts';

/** A site's corpus, read and checked. */
export interface Corpus {
  readonly passages: readonly Passage[];
  /** Whole texts, with the quotes that violate. */
  readonly texts: readonly CorpusText[];
  /** Whole texts with all their claims. */
  readonly marked: readonly MarkedText[];
  /** SHA-256 of the contents of its files and their names. */
  readonly hash: string;
  readonly faults: readonly CorpusFault[];
}

/**
 * Reads the corpus in `folder`: the files that `manifest.yaml` lists; see corpus/README.md. Its faults are part of the result.
 */
export function readCorpus(folder: string, names: LabelNames): Corpus {
  const hash = createHash('sha256');
  const contentOf = (name: string): string => {
    const content = readFileSync(join(folder, name), 'utf8');
    hash.update(name).update('\0').update(content).update('\0');
    return content;
  };
  const pathOf = (name: string): string => relative(process.cwd(), join(folder, name));
  const listed = parseManifest(readFileSync(join(folder, 'manifest.yaml'), 'utf8'));
  const missing = faultsOfManifest(folder, listed);
  const files = listed.filter(({ file }) => existsSync(join(folder, file)));
  const passageFiles = files
    .filter(({ kind }) => kind === 'passages')
    .map(({ file, voice }) => readPassages(pathOf(file), contentOf(file), names, voice ?? null));
  const textFiles = files
    .filter(({ kind }) => kind === 'texts')
    .map(({ file }) => readCorpusTexts(pathOf(file), contentOf(file), names.topics));
  const markedFiles = files
    .filter(({ kind }) => kind === 'marked')
    .map(({ file }) => readMarkedTexts(pathOf(file), contentOf(file), names));
  const passages = passageFiles.flatMap((file) => file.passages);
  return {
    passages,
    texts: textFiles.flatMap((file) => file.texts),
    marked: markedFiles.flatMap((file) => file.texts),
    hash: hash.digest('hex'),
    faults: [
      ...missing.map((reason) => ({ file: pathOf('manifest.yaml'), line: 1, reason })),
      ...passageFiles.flatMap((file) => file.faults),
      ...textFiles.flatMap((file) => file.faults),
      ...markedFiles.flatMap((file) => file.faults),
      ...duplicatesIn(passages),
      ...shortageIn(folder, passages),
    ],
  };
}
