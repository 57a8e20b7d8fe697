import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type CompiledNotices, compileNotices } from '../notices/compile-notices.ts';
import type { PackFault, PackSource } from '../pack/read-source.ts';
import { PackError, parseSource } from './yaml-source.ts';

/** Lexicons of the pack that its grammar is written with. */
const grammarLexicons = ['grammar-words.yaml', 'products-and-promises.yaml'];

/**
 * Loads the notices of the site whose pack is in `folder`: `notices/` beside its rules, read with the grammar and
 * spellings of the pack. Throws a PackError with every fault found.
 */
export function loadNotices(folder: string): CompiledNotices {
  const result = readNotices(folder);
  if ('faults' in result) throw new PackError(result.faults);
  return result;
}

/** Reads and compiles the notices; gives the faults instead of throwing them. */
export function readNotices(folder: string): CompiledNotices | { readonly faults: readonly PackFault[] } {
  const faults: PackFault[] = [];
  const source = (...path: string[]): PackSource => {
    const file = join(folder, ...path);
    return parseSource(relative(process.cwd(), file), readFileSync(file, 'utf8'), faults);
  };
  const sources = {
    meta: source('pack.yaml'),
    grammar: source('grammar.yaml'),
    spellings: source('spellings.yaml'),
    lexicons: [
      source('notices', 'lexicons.yaml'),
      ...grammarLexicons.map((file) => source('lexicons', file)),
    ],
    notices: source('notices', 'notices.yaml'),
    citations: [source('citations.yaml'), source('notices', 'citations.yaml')],
    laws: source('laws.yaml'),
    confirmation: source('notices', 'confirmation.yaml'),
    keywords: yamlIn(join(folder, 'notices', 'keywords')).map((file) => source('notices', 'keywords', file)),
  };
  return faults.length > 0 ? { faults } : compileNotices(sources);
}

/** Tells whether the pack in `folder` has notices beside its rules. */
export const hasNotices = (folder: string): boolean => existsSync(join(folder, 'notices', 'notices.yaml'));

/** SHA-256 over the files of the notices; what they share with the rules is in the pack's own hash. */
export function noticesHashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const part of ['notices', join('notices', 'keywords')]) {
    for (const file of yamlIn(join(folder, part))) {
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(folder, part, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

const yamlIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort();
