import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection } from './input.ts';

/** A text of a corpus, or of a labelled set. */
export interface LabelledText {
  /** Names it across runs: the file, and its line from 1. */
  readonly id: string;
  readonly text: string;
  /** Empty where the corpus does not say where it is published. */
  readonly selection: Selection;
  readonly isViolating: boolean;
}

/** A site's corpus; sentences in the order of their passages. */
export interface CorpusTexts {
  readonly sentences: readonly LabelledText[];
  readonly passages: readonly LabelledText[];
  readonly texts: readonly LabelledText[];
}

/**
 * Reads the corpus in `folder`: `*.tsv` with passages between empty lines, and whole texts in `*.jsonl` below it. Cases that
 * agencies decided are left out: some of them measure, and are opened on purpose only.
 */
export function readCorpus(folder: string): CorpusTexts {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('cases/'))
    .sort();
  const named = (ending: string) =>
    files
      .filter((name) => name.endsWith(ending))
      .map((name) => ({ name, content: readFileSync(join(folder, name), 'utf8') }));
  const passages = named('.tsv').flatMap(({ name, content }) => readPassages(name, content));
  return {
    sentences: passages.flat(),
    passages: passages.filter((rows) => rows.length > 1).map(joinRows),
    texts: named('.jsonl').flatMap(({ name, content }) => readLabelledTexts(name, content)),
  };
}

/** Reads texts with labels, one JSON object a line: those of a corpus (`violations`) and of a labelled set (`expect`). */
export function readLabelledTexts(name: string, content: string): LabelledText[] {
  return content.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const { text, violations, expect, id: _, kind: __, why: ___, ...rest } = JSON.parse(line);
    return [
      {
        id: `${name}:${at + 1}`,
        text,
        selection: stringsOf(rest),
        isViolating: violations ? violations.length > 0 : Boolean(expect?.violation),
      },
    ];
  });
}

/** The labelled set of a site in `folder`; null when there is none. */
export function readLabelledSet(folder: string, name: string): LabelledText[] | null {
  const file = join(folder, name);
  return existsSync(file) ? readLabelledTexts(name, readFileSync(file, 'utf8')) : null;
}

function stringsOf(fields: Readonly<Record<string, unknown>>): Selection {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function readPassages(name: string, content: string): LabelledText[][] {
  const passages: LabelledText[][] = [[]];
  for (const [at, line] of content.split('\n').entries()) {
    const [label = '', , sentence] = line.split('\t').map((column) => column.trim());
    if (line.trim() === '') passages.push([]);
    else if (sentence) {
      const row = { id: `${name}:${at + 1}`, text: sentence, selection: {}, isViolating: label === 'bad' };
      passages.at(-1)?.push(row);
    }
  }
  return passages.filter((rows) => rows.length > 0);
}

function joinRows(rows: readonly LabelledText[]): LabelledText {
  const [first] = rows;
  return {
    id: `${first?.id ?? ''}-passage`,
    text: rows.map(({ text }) => text).join(' '),
    selection: {},
    isViolating: rows.some(({ isViolating }) => isViolating),
  };
}
