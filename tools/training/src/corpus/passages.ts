import type { ClaimTypes } from './claim-types.ts';

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
  /** The claims that it makes and those that it only mentions; null where nobody has labelled them. */
  readonly claims: { readonly made: readonly string[]; readonly mentioned: readonly string[] } | null;
  /** What its passage sells; said in the first row of a passage, null elsewhere and where nobody has labelled it. */
  readonly sold: string | null;
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

/** The names that labels may have: the topics of the site, and the claim types and goods of all sites. */
export interface LabelNames {
  readonly topics: ReadonlySet<string>;
  readonly claimTypes: Pick<ClaimTypes, 'types' | 'sold'>;
}

/** Reads a file of passages. Returns every fault; throws none. */
export function readPassages(
  file: string,
  content: string,
  { topics, claimTypes }: LabelNames,
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
    const row = readRow(written, { topics, claimTypes });
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
  { topics, claimTypes }: LabelNames,
): Omit<Row, 'file' | 'line' | 'author'> | string {
  const columns = written.split('\t').map((column) => column.trim());
  if (![4, 6, 7].includes(columns.length))
    return `${columns.length} columns, not label, topic, sentence and reason, and claims made and mentioned, and what is sold`;
  const [named = '', topic = '', sentence = '', reason = '', made, mentioned, sold] = columns;
  const label = labels.find((known) => known === named);
  if (!label) return `"${named}" is no label (${labels.join(', ')})`;
  if (topic === '-' ? label !== 'ok' : !topics.has(topic)) return `"${topic}" is no topic of the pack`;
  if (sentence === '') return 'the sentence is missing';
  if (reason === '') return 'the reason is missing';
  if (sold !== undefined && !claimTypes.sold.has(sold)) return `"${sold}" is nothing that is sold`;
  const claims =
    made === undefined || mentioned === undefined
      ? null
      : { made: namesIn(made), mentioned: namesIn(mentioned) };
  const unknown = [...(claims?.made ?? []), ...(claims?.mentioned ?? [])].find(
    (type) => !claimTypes.types.has(type),
  );
  if (unknown !== undefined) return `"${unknown}" is no claim type`;
  return {
    label,
    topic: topic === '-' ? null : topic,
    sentence,
    reason,
    claims,
    sold: sold ?? null,
  };
}

/** Names apart by commas; `-` is none. */
const namesIn = (column: string): readonly string[] => (column === '-' ? [] : column.split(','));
