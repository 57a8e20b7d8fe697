/** One sentence of the training corpus, in its place. */
export interface Row {
  readonly file: string;
  readonly line: number;
  /** `bad` violates by itself, `ctx` only beside its neighbours, `ok` does not. */
  readonly label: 'bad' | 'ctx' | 'ok';
  /** For `ok` the topic it comes close to; null for copy close to nothing. */
  readonly topic: string | null;
  readonly sentence: string;
  readonly reason: string;
}

/** Rows that belong together, in reading order. */
export type Passage = readonly Row[];

export interface CorpusFault {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

const labels = ['bad', 'ctx', 'ok'] as const;
const passageRowsMax = 12;

/** Reads one file of a corpus; every fault is told, none is thrown. */
export function readCorpusFile(
  file: string,
  content: string,
  topics: ReadonlySet<string>,
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
    else open.push({ file, line, ...row });
    if (open.length > passageRowsMax) {
      faults.push({ file, line, reason: `a passage has at most ${passageRowsMax} rows` });
      close();
    }
  }
  close();
  return { passages, faults };
}

/** The row, or what is wrong with it. */
function readRow(written: string, topics: ReadonlySet<string>): Omit<Row, 'file' | 'line'> | string {
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

/** Sentences that stand in the corpus more than once, letter case and spaces aside. */
export function duplicatesIn(passages: readonly Passage[]): CorpusFault[] {
  const seen = new Map<string, Row>();
  return passages.flat().flatMap((row) => {
    const key = row.sentence.toLowerCase().replace(/\s+/g, ' ');
    const first = seen.get(key);
    if (first)
      return [{ file: row.file, line: row.line, reason: `stands in ${first.file}:${first.line} already` }];
    seen.set(key, row);
    return [];
  });
}
