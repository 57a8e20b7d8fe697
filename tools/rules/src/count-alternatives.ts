import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PatternNode, parsePattern } from '@redline/rule-engine/patterns';
import { parse } from 'yaml';

/** How much is written in a pack's patterns: words and terms of lexicons, each place that names one. */
export interface Alternatives {
  /** In what finds: `match`, `all`, `subject`, `outcome`, `signs`. */
  readonly match: number;
  /** In what makes lawful: `unless`, `without`, `neutral`, exemptions. */
  readonly unless: number;
}

type Kind = keyof Alternatives;

const kindOf: Readonly<Record<string, Kind>> = {
  ...{ match: 'match', all: 'match', subject: 'match', outcome: 'match', signs: 'match' },
  ...{ unless: 'unless', without: 'unless', neutral: 'unless', exemptions: 'unless' },
};
/** Written in the same files, and neither. */
const otherKeys = new Set(['id', 'at', 'reason', 'needs', 'fix', 'hit', 'miss', 'citations', 'suggestion']);

/**
 * Counts the alternatives in the patterns of a pack, lexicons expanded: a group counts the sum of its options, a lexicon its
 * terms, a pattern the sum of its parts and at least one. It reads the files alone, so that packs of older commits count too.
 * @param folder of the pack
 */
export function countAlternatives(folder: string): Alternatives {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name): unknown => parse(readFileSync(join(folder, name), 'utf8')));
  const termsOf = new Map(files.flatMap(lexiconsIn));
  const sums = { match: 0, unless: 0 };
  for (const file of files) addPatterns(file, null, sums, termsOf);
  return sums;
}

function lexiconsIn(file: unknown): [string, number][] {
  const { lexicons } = (file ?? {}) as { lexicons?: unknown };
  if (!Array.isArray(lexicons)) return [];
  return lexicons.flatMap(({ id, terms }: { id?: unknown; terms?: unknown }): [string, number][] =>
    typeof id === 'string' && Array.isArray(terms) ? [[id, terms.length]] : [],
  );
}

function addPatterns(
  value: unknown,
  kind: Kind | null,
  sums: Record<Kind, number>,
  termsOf: ReadonlyMap<string, number>,
): void {
  if (typeof value === 'string') {
    if (kind) sums[kind] += alternativesIn(value, termsOf);
  } else if (Array.isArray(value)) {
    for (const one of value) addPatterns(one, kind, sums, termsOf);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      const isNamed = key === 'exemptions' && Array.isArray(one) && typeof one[0] === 'string';
      if (otherKeys.has(key) || isNamed) continue;
      // Within `unless` and exemptions everything makes lawful.
      addPatterns(one, kind === 'unless' ? kind : (kindOf[key] ?? kind), sums, termsOf);
    }
  }
}

function alternativesIn(source: string, termsOf: ReadonlyMap<string, number>): number {
  try {
    return Math.max(1, sumOf(parsePattern(source, Number.MAX_SAFE_INTEGER), termsOf));
  } catch {
    // Of a `regex` rule, a place such as `sentence`, or an id.
    return 0;
  }
}

const sumOf = (nodes: readonly PatternNode[], termsOf: ReadonlyMap<string, number>): number =>
  nodes.reduce((sum, node) => {
    if (node.kind === 'choice')
      return sum + node.options.reduce((all, one) => all + Math.max(1, sumOf(one, termsOf)), 0);
    if (node.kind !== 'slot') return sum;
    return (
      sum +
      node.names.reduce((all, name) => all + (name.kind === 'lexicon' ? (termsOf.get(name.id) ?? 1) : 1), 0)
    );
  }, 0);
