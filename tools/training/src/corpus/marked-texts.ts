import type { CorpusFault, LabelNames } from './passages.ts';

/** Words of a text that carry claims. UTF-16 offsets into the text, the end exclusive. */
export interface MarkedClaim {
  readonly start: number;
  readonly end: number;
  readonly made: readonly string[];
  readonly mentioned: readonly string[];
  /** The topic that it violates; null for a lawful claim. */
  readonly topic: string | null;
}

/** A text with all its claims. */
export interface MarkedText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly sold: string;
  readonly claims: readonly MarkedClaim[];
}

/** `{{words|type,~mentioned type|topic or -}}` */
const mark = /\{\{([^{}|]*)\|([^{}|]*)\|([^{}|]*)\}\}/g;

/**
 * Reads a file of marked texts, one a line: what is sold, a tab, and the text with its claims marked, its line breaks
 * written as `\n`. Returns every fault; throws none.
 */
export function readMarkedTexts(
  file: string,
  content: string,
  names: LabelNames,
): { readonly texts: MarkedText[]; readonly faults: CorpusFault[] } {
  const texts: MarkedText[] = [];
  const faults: CorpusFault[] = [];
  for (const [at, written] of content.trimEnd().split('\n').entries()) {
    const read = readLine(written, names);
    if (typeof read === 'string') faults.push({ file, line: at + 1, reason: read });
    else texts.push({ file, line: at + 1, ...read });
  }
  return { texts, faults };
}

/** Returns the text of a line, or what is wrong with it. */
function readLine(
  written: string,
  { topics, claimTypes }: LabelNames,
): Omit<MarkedText, 'file' | 'line'> | string {
  const [sold = '', marked, ...more] = written.split('\t');
  if (marked === undefined || more.length > 0) return 'a line is what is sold, a tab and the text';
  if (!claimTypes.sold.has(sold)) return `"${sold}" is nothing that is sold`;
  const source = marked.replaceAll('\\n', '\n');
  const claims: MarkedClaim[] = [];
  let text = '';
  let from = 0;
  for (const match of source.matchAll(mark)) {
    const [whole, words = '', types = '', topic = ''] = match;
    text += source.slice(from, match.index);
    from = match.index + whole.length;
    const named = types.split(',').map((type) => type.trim());
    const unknown = named.find((type) => !claimTypes.types.has(type.replace('~', '')));
    if (unknown !== undefined) return `"${unknown}" is no claim type`;
    if (topic !== '-' && !topics.has(topic)) return `"${topic}" is no topic of the pack`;
    if (words.trim() === '') return 'a mark holds no words';
    claims.push({
      start: text.length,
      end: text.length + words.length,
      made: named.filter((type) => !type.startsWith('~')),
      mentioned: named.filter((type) => type.startsWith('~')).map((type) => type.slice(1)),
      topic: topic === '-' ? null : topic,
    });
    text += words;
  }
  text += source.slice(from);
  if (/\{\{|\}\}/.test(text)) return 'a mark is not {{words|types|topic}}';
  return { text, sold, claims };
}
