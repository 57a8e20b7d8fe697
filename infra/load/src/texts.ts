import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Random } from '@redline/fault/random';
import { pickWeighted, type SiteId, textSizes, wholeBetween } from './mix.ts';

/** Passages of a site: runs of sentences that belong together. */
export type Passages = readonly string[];

const corpus = fileURLToPath(new URL('../../../corpus', import.meta.url));
const labels = new Set(['ok', 'bad', 'ctx']);

/** Sentences of Chinese stand side by side. */
const spaceOf = (siteId: SiteId) => (siteId === 'main' ? '' : ' ');

/** Reads the copy that was written for the training corpus of a site: lawful and violating sentences of every trade. */
export function readPassages(siteId: SiteId): Passages {
  const files = globSync('*.tsv', { cwd: join(corpus, siteId) }).sort();
  return files.flatMap((file) => passagesIn(readFileSync(join(corpus, siteId, file), 'utf8'), siteId));
}

/** Returns the passages of a file of the corpus; an empty line ends each, and lines of another form are left out. */
export function passagesIn(file: string, siteId: SiteId): Passages {
  return file
    .split('\n\n')
    .map((run) =>
      run
        .split('\n')
        .map((line) => line.split('\t'))
        .flatMap(([label = '', , sentence = '']) => (labels.has(label) && sentence ? [sentence] : []))
        .join(spaceOf(siteId)),
    )
    .filter((passage) => passage.length > 0);
}

/**
 * Composes a text that no other run of the same seed repeats: what has been read before is answered from memory by the
 * reader, so equal texts would be cheaper than real ones.
 * @param length characters; the text has exactly as many, unless its last one would be half a character
 * @param number stands at its beginning
 */
export function composeText(
  passages: Passages,
  { length, number }: { readonly length: number; readonly number: number },
  random: Random,
): string {
  let text = `No. ${number}`;
  while (text.length < length) text += `\n${random.pick(passages)}`;
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Composes texts of all sites with lengths as the mix has them, a new one at each call. */
export function openTexts(random: Random): (siteId: SiteId) => string {
  const bySite = { us: readPassages('us'), main: readPassages('main'), id: readPassages('id') };
  let number = 0;
  return (siteId) => {
    const length = wholeBetween(pickWeighted(textSizes, random), random);
    return composeText(bySite[siteId], { length, number: number++ }, random);
  };
}
