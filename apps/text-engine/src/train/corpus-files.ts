import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { type CorpusFault, duplicatesIn, type Passage, readCorpusFile } from './corpus.ts';

/** A site's corpus, read and checked. */
export interface Corpus {
  readonly passages: readonly Passage[];
  /** Topics whose thresholds are chosen together, by the name of their group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly hash: string;
  readonly faults: readonly CorpusFault[];
}

/** What every site's corpus must hold. */
const rowsMin = 4_000;
const lawfulShareMin = 0.45;
const groupsSchema = z.record(z.string(), z.array(z.string()).min(1));

/**
 * Reads the corpus in `folder`: `*.tsv` files and `groups.yaml`. Its faults are part of what it gives.
 * @param topics of the site's rule pack
 */
export function readCorpus(folder: string, topics: ReadonlySet<string>): Corpus {
  const hash = createHash('sha256');
  const contentOf = (name: string): string => {
    const content = readFileSync(join(folder, name), 'utf8');
    hash.update(name).update('\0').update(content).update('\0');
    return content;
  };
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.tsv'))
    .sort();
  const files = names.map((name) =>
    readCorpusFile(relative(process.cwd(), join(folder, name)), contentOf(name), topics),
  );
  const groups = new Map(Object.entries(groupsSchema.parse(parse(contentOf('groups.yaml')))));
  const passages = files.flatMap((file) => file.passages);
  const faults = [
    ...files.flatMap((file) => file.faults),
    ...duplicatesIn(passages),
    ...shortcomings(folder, passages),
    ...ungrouped(folder, groups, new Set(passages.flat().flatMap(({ topic }) => topic ?? []))),
  ];
  return { passages, groups, hash: hash.digest('hex'), faults };
}

function shortcomings(folder: string, passages: readonly Passage[]): CorpusFault[] {
  const rows = passages.flat();
  const lawful = rows.filter(({ label }) => label === 'ok');
  const close = lawful.filter(({ topic }) => topic !== null);
  const short: string[] = [];
  if (rows.length < rowsMin) short.push(`${rows.length} sentences, of at least ${rowsMin}`);
  if (lawful.length < rows.length * lawfulShareMin) short.push(`only ${lawful.length} sentences are lawful`);
  if (close.length * 2 < lawful.length)
    short.push(`only ${close.length} lawful sentences are close to the line`);
  return short.map((reason) => ({ file: relative(process.cwd(), folder), line: 1, reason }));
}

function ungrouped(
  folder: string,
  groups: ReadonlyMap<string, readonly string[]>,
  topics: ReadonlySet<string>,
): CorpusFault[] {
  const file = relative(process.cwd(), join(folder, 'groups.yaml'));
  const grouped = [...groups.values()].flat();
  return [
    ...[...topics].filter((topic) => !grouped.includes(topic)).map((topic) => `${topic} is in no group`),
    ...grouped
      .filter((topic, at) => grouped.indexOf(topic) !== at)
      .map((topic) => `${topic} is in two groups`),
    ...grouped.filter((topic) => !topics.has(topic)).map((topic) => `${topic} is no topic of the corpus`),
  ].map((reason) => ({ file, line: 1, reason }));
}
