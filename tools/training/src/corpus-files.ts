import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { evidenceDefault, evidenceSchema, textThresholdDefaults } from '@redline/rule-engine/classifier';
import { parse } from 'yaml';
import { z } from 'zod';
import { type CorpusFault, duplicatesIn, type Passage, readCorpusFile } from './corpus.ts';

/** A site's corpus, read and checked. */
export interface Corpus {
  readonly passages: readonly Passage[];
  /** Whole texts, for what only a whole text tells: who speaks, and why. */
  readonly texts: readonly CorpusText[];
  /** Topics whose thresholds are chosen together, by the name of their group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly choices: Choices;
  readonly hash: string;
  readonly faults: readonly CorpusFault[];
}

const textSchema = z
  .object({
    text: z.string().min(1),
    violations: z.array(
      z
        .object({
          quote: z.string().min(1),
          topic: z.string(),
          /** It violates only beside other sentences of the text. */
          across: z.boolean().default(false),
        })
        .strict(),
    ),
  })
  /** Where it is published, by the dimensions of the pack. */
  .catchall(z.string());

/** What the reviewer of a site may risk. Chosen by cross-validation; a site may name its own in `choices.yaml`. */
const choicesSchema = z
  .object({
    /**
     * No topic speaks of a sentence below this, whatever its corpus rows allow: on 928 lawful texts that an adversary
     * wrote against the rules of `us` it left 23 alarms of 30, and of 302 violating ones none was lost.
     */
    speaksFromMin: z.number().min(0).max(1).default(0.98),
    /** Of the violating texts so many may read like lawful copy, of the lawful ones so many like violating copy. */
    takenForLawfulMax: z.number().min(0).max(1).default(0.1),
    takenForViolatingMax: z.number().min(0).max(1).default(0.005),
    /** See the header of the weights. */
    surelyLawfulBelow: z.number().default(textThresholdDefaults.surelyLawfulBelow),
    sureFrom: z.number().default(textThresholdDefaults.sureFrom),
    accusedTopicMin: z.number().default(textThresholdDefaults.accusedTopicMin),
    /** Whether the sentences of the labelled texts are learned from like those of the passages. */
    learnsSentencesOfTexts: z.boolean().default(false),
    /** What speaks for a text's violating: its own score, its loudest sentence, what rules found, its length. */
    evidence: evidenceSchema.default(evidenceDefault),
  })
  .strict();
export type Choices = z.infer<typeof choicesSchema>;

/** A text as it would be published, with what violates in it. */
export interface CorpusText {
  readonly text: string;
  /** Where it is published, by the dimensions of the pack. */
  readonly selection: Readonly<Record<string, string>>;
  readonly violations: z.infer<typeof textSchema>['violations'];
  /** Texts of one file were written by one hand. */
  readonly file: string;
}

/** What every site's corpus must hold. */
const rowsMin = 4_000;
const lawfulShareMin = 0.45;
const groupsSchema = z.record(z.string(), z.array(z.string()).min(1));

/**
 * Reads the corpus in `folder`: `*.tsv` files, `texts/*.jsonl` and `groups.yaml`. Its faults are part of what it gives.
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
  const read = readTexts(folder, contentOf, topics);
  const groups = new Map(Object.entries(groupsSchema.parse(parse(contentOf('groups.yaml')))));
  const choices = choicesSchema.parse(
    existsSync(join(folder, 'choices.yaml')) ? parse(contentOf('choices.yaml')) : {},
  );
  const passages = files.flatMap((file) => file.passages);
  const faults = [
    ...files.flatMap((file) => file.faults),
    ...read.faults,
    ...duplicatesIn(passages),
    ...shortcomings(folder, passages),
    ...ungrouped(folder, groups, new Set(passages.flat().flatMap(({ topic }) => topic ?? []))),
  ];
  return { passages, texts: read.texts, groups, choices, hash: hash.digest('hex'), faults };
}

/** Reads `texts/*.jsonl`; a site may have none. */
function readTexts(
  folder: string,
  contentOf: (name: string) => string,
  topics: ReadonlySet<string>,
): { texts: CorpusText[]; faults: CorpusFault[] } {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const texts: CorpusText[] = [];
  const faults: CorpusFault[] = [];
  for (const name of names) {
    const file = relative(process.cwd(), join(folder, name));
    for (const [at, line] of contentOf(name).trimEnd().split('\n').entries()) {
      const parsed = textSchema.safeParse(parseLine(line));
      const reason = parsed.success
        ? faultOf(parsed.data, topics)
        : `${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`;
      if (parsed.success) {
        const { text, violations, ...selection } = parsed.data;
        texts.push({ text, violations, selection, file });
      }
      if (reason !== null) faults.push({ file, line: at + 1, reason });
    }
  }
  return { texts, faults };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function faultOf(
  { text, violations }: z.infer<typeof textSchema>,
  topics: ReadonlySet<string>,
): string | null {
  for (const { quote, topic } of violations) {
    if (!topics.has(topic)) return `"${topic}" is no topic`;
    if (!text.includes(quote)) return `the text does not say ${JSON.stringify(quote)}`;
  }
  return null;
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
