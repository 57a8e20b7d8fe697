import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from './sources.ts';

export const glossaryFile = 'docs/glossary.md';

interface Entry {
  readonly term: string;
  /** Identifiers and paths that stand in backticks in the third column. */
  readonly references: readonly string[];
  /** Words that are not to be used for the term. */
  readonly not: readonly string[];
}

/**
 * Checks the tables of the glossary, whose columns are term, meaning, references to the code, and words not to use.
 * @returns one line for each term that is listed twice or has no reference, each reference that is neither an existing
 *   path nor a word of the sources (tests excepted), and each word not to use that is a term itself
 */
export function glossaryFaults(root: string): readonly string[] {
  const entries = readFileSync(join(root, glossaryFile), 'utf8').split('\n').flatMap(entryIn);
  const words = wordsOfSources(root);
  const isKnown = (reference: string) =>
    reference.includes('/') ? existsSync(join(root, reference)) : words.has(reference);
  const terms = entries.map(({ term }) => term);
  const repeated = terms.filter((term, index) => terms.indexOf(term) !== index);
  const faults = [
    ...repeated.map((term) => `lists "${term}" twice`),
    ...entries.flatMap(({ term, references, not }) => [
      ...(references.length === 0 ? [`names no code for "${term}"`] : []),
      ...references
        .filter((it) => !isKnown(it))
        .map((it) => `names ${it} for "${term}", which does not exist`),
      ...not
        .filter((it) => terms.includes(it))
        .map((it) => `forbids "${it}" for "${term}", and it is a term`),
    ]),
  ];
  return faults.map((fault) => `${glossaryFile} ${fault}`);
}

/** Returns the entry of a row; none of other lines, headings of tables included. */
function entryIn(line: string): readonly Entry[] {
  const [, term = '', , references = '', not = ''] = line.split('|').map((cell) => cell.trim());
  if (!line.startsWith('|') || references === 'in the code' || /^-*$/.test(term)) return [];
  return [
    {
      term,
      references: [...references.matchAll(/`([^`]+)`/g)].map(([, reference = '']) => reference),
      not: not === '' ? [] : not.split(',').map((word) => word.trim()),
    },
  ];
}

const isTest = (path: string) => /\/test\/|\.test\.ts$/.test(path);

function wordsOfSources(root: string): ReadonlySet<string> {
  const sources = sourceFiles(root).filter((path) => !isTest(path));
  return new Set(sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\w+/g) ?? []));
}
