/** A sentence of the corpus, with its label and its place. */
export interface Row {
  readonly file: string;
  readonly line: number;
  /** Who wrote it, where its file has one author, who writes as a seller of one trade; else null. */
  readonly author: string | null;
  /** `bad` violates by itself, `ctx` only beside its neighbours, `ok` does not. */
  readonly label: 'bad' | 'ctx' | 'ok';
  /** The topic that it violates; for `ok` the topic that it comes close to, null for plain copy. */
  readonly topic: string | null;
  readonly sentence: string;
  readonly reason: string;
}

/** Rows that belong together, in reading order. */
export type Passage = readonly Row[];

/** Something wrong in a file of the corpus. */
export interface CorpusFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

const labels = ['bad', 'ctx', 'ok'] as const;
const passageRowsMax = 12;

/** Reads a file of passages. Returns every fault; throws none. */
export function readPassages(
  file: string,
  content: string,
  topics: ReadonlySet<string>,
  author: string | null = null,
): { readonly passages: Passage[]; readonly faults: CorpusFault[] } {
  const passages: Row[][] = [];
  const faults: CorpusFault[] = [];
  let open: Row[] = [];
  const close = (): void => {
    if (open.length > 0) passages.push(open);
    open = [];
  };
  for (const [at, written] of content.split('\n').entries()) {
    const line = at + 1;
    if (written.trim() === '') {
      close();
      continue;
    }
    const row = readRow(written, topics);
    if (typeof row === 'string') faults.push({ file, line, reason: row });
    else open.push({ file, line, author, ...row });
    if (open.length > passageRowsMax) {
      faults.push({ file, line, reason: `a passage has at most ${passageRowsMax} rows` });
      close();
    }
  }
  close();
  return { passages, faults };
}

/** Returns the row of a line, or what is wrong with it. */
function readRow(
  written: string,
  topics: ReadonlySet<string>,
): Omit<Row, 'file' | 'line' | 'author'> | string {
  const columns = written.split('\t').map((column) => column.trim());
  if (columns.length !== 4) return `${columns.length} columns, not label, topic, sentence and reason`;
  const [named = '', topic = '', sentence = '', reason = ''] = columns;
  const label = labels.find((known) => known === named);
  if (!label) return `"${named}" is no label (${labels.join(', ')})`;
  if (topic === '-' ? label !== 'ok' : !topics.has(topic)) return `"${topic}" is no topic of the pack`;
  if (sentence === '') return 'the sentence is missing';
  if (reason === '') return 'the reason is missing';
  return { label, topic: topic === '-' ? null : topic, sentence, reason };
}
