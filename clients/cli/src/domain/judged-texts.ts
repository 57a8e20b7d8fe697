import { type Block, cut, type Document, type Range, replaced, type Segment } from './copy.ts';

/** The most characters (UTF-16) of a text that is judged, as the contract has it. */
export const textLengthMax = 5_000;

/** Copy that is judged at once, and where each of its characters stands in the file. */
export interface JudgedText {
  readonly text: string;
  /** In the order of the text, without gaps. */
  readonly segments: readonly PlacedSegment[];
}

export interface PlacedSegment extends Segment {
  /** Offset of the segment in the whole text. */
  readonly at: number;
}

/**
 * Joins the blocks of a document to texts that are judged: one, or several where it is longer than `lengthMax`. These end
 * with a block, if possible before a heading; only a block that is longer by itself is divided, after a sentence.
 */
export function judgedTextsOf({ blocks }: Document, lengthMax = textLengthMax): JudgedText[] {
  const texts: JudgedText[] = [];
  const all = blocks.flatMap((block) => dividedTo(block, lengthMax));
  for (let first = 0; first < all.length; ) {
    const end = endOfFitting(all, first, lengthMax);
    texts.push(joinBlocks(all.slice(first, end)));
    first = end;
  }
  return texts;
}

/** Returns where a stretch of a text stands in the file. A character that is not verbatim stands for its whole range. */
export function rangeIn({ segments }: JudgedText, start: number, end: number): Range {
  const first = segments[indexAt(segments, start)];
  const last = segments[indexAt(segments, Math.max(start, end - 1))];
  if (!first || !last) return { start: 0, end: 0 };
  const from = first.verbatim ? first.start + (start - first.at) : first.start;
  const to = last.verbatim ? Math.min(last.end, last.start + (end - last.at)) : last.end;
  return { start: from, end: Math.max(from, to) };
}

/** The index of the segment that holds an offset; the last one for what is behind them all. */
function indexAt(segments: readonly PlacedSegment[], offset: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.at ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Joins blocks to one text, however long. */
export function joinBlocks(blocks: readonly Block[]): JudgedText {
  const segments: PlacedSegment[] = [];
  let at = 0;
  const add = (segment: Segment): void => {
    segments.push({ ...segment, at });
    at += segment.text.length;
  };
  for (const [number, block] of blocks.entries()) {
    if (number > 0) add(jointOf(block, segments.at(-1)?.end ?? 0));
    for (const segment of block.segments) add(segment);
  }
  return { text: segments.map(({ text }) => text).join(''), segments };
}

/** A line break, which stands for what is between two blocks of the file. */
function jointOf(block: Block, end: number): Segment {
  const start = block.segments[0]?.start ?? end;
  return block.before ?? replaced('\n', end, Math.max(end, start));
}

const lengthOf = ({ segments }: Block): number => segments.reduce((sum, { text }) => sum + text.length, 0);

/** The index behind the last block that goes into one text with the first. */
function endOfFitting(blocks: readonly Block[], first: number, lengthMax: number): number {
  let length = 0;
  let beforeHeading = first;
  for (let at = first; at < blocks.length; at++) {
    const block = blocks[at];
    if (!block) break;
    if (at > first && block.kind === 'heading' && length > lengthMax / 2) beforeHeading = at;
    const joint = at === first ? 0 : (block.before?.text.length ?? 1);
    length += joint + lengthOf(block);
    if (length > lengthMax) return beforeHeading > first ? beforeHeading : Math.max(first + 1, at);
  }
  return blocks.length;
}

function dividedTo(block: Block, lengthMax: number): Block[] {
  if (lengthOf(block) <= lengthMax) return [block];
  const text = block.segments.map((segment) => segment.text).join('');
  const divided: Block[] = [];
  for (let from = 0; from < text.length; ) {
    const to = endOfDivision(text, from, lengthMax);
    const segments = between(block.segments, from, to);
    const start = segments[0]?.start ?? 0;
    divided.push(
      from === 0 ? { ...block, segments } : { kind: 'text', segments, before: replaced('', start, start) },
    );
    from = to;
  }
  return divided;
}

/** After a sentence, else after a blank, else between two characters. */
function endOfDivision(text: string, from: number, lengthMax: number): number {
  const most = from + lengthMax;
  if (most >= text.length) return text.length;
  const window = text.slice(from, most);
  const ends = [...window.matchAll(/[.!?][\s"”’)]+|[。！？…]+["”’」』）]*|\n/gu)];
  const sentence = ends.at(-1);
  if (sentence) return from + sentence.index + sentence[0].length;
  const blank = window.lastIndexOf(' ');
  if (blank > 0) return from + blank + 1;
  const isPair = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '');
  return isPair ? most - 1 : most;
}

function between(segments: readonly Segment[], from: number, to: number): Segment[] {
  const found: Segment[] = [];
  let at = 0;
  for (const segment of segments) {
    const end = at + segment.text.length;
    if (at < to && from < end)
      found.push(cut(segment, Math.max(0, from - at), Math.min(segment.text.length, to - at)));
    at = end;
  }
  return found;
}
