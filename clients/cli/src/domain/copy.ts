/** A range of a file: UTF-16 offsets, end exclusive. A byte order mark is not part of a file's text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Words as a reader sees them, and where they stand in the file. */
export interface Segment extends Range {
  readonly text: string;
  /** Whether the file has these very characters there; a character reference (`&amp;`) or a wrapped line has not. */
  readonly verbatim: boolean;
}

/** A paragraph, heading, list item, cell or attribute: its segments in order. */
export interface Block {
  readonly kind: 'heading' | 'text';
  readonly segments: readonly Segment[];
  /** What stands between it and the block before; a line break that is not in the file where it is left out. */
  readonly before?: Segment;
}

/** Copy that is judged as one text: a file, or a cell of a table. */
export interface Document {
  /** Says which of several documents of a file it is: `row 3, description`. Null where there is one. */
  readonly name: string | null;
  /** In reading order. */
  readonly blocks: readonly Block[];
}

/** A comment of a file, which may hold an instruction for the checker. */
export interface Comment extends Range {
  readonly text: string;
}

/** The copy of a file: all that it says to its readers. */
export interface Source {
  readonly documents: readonly Document[];
  readonly comments: readonly Comment[];
}

/** Returns the segment of a file that has the same characters as the copy. */
export const verbatim = (file: string, start: number, end: number): Segment => ({
  text: file.slice(start, end),
  start,
  end,
  verbatim: true,
});

/** Returns a segment whose characters differ from those of the file. */
export const replaced = (text: string, start: number, end: number): Segment => ({
  text,
  start,
  end,
  verbatim: false,
});

/** Removes white space at both ends of a block's segments. */
export function trimmed(segments: readonly Segment[]): readonly Segment[] {
  const kept = [...segments];
  for (let first = kept[0]; first !== undefined; first = kept[0]) {
    const blanks = first.text.length - first.text.trimStart().length;
    if (blanks < first.text.length) {
      kept[0] = cut(first, blanks, first.text.length);
      break;
    }
    kept.shift();
  }
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const length = last.text.trimEnd().length;
    if (length > 0) {
      kept[kept.length - 1] = cut(last, 0, length);
      break;
    }
    kept.pop();
  }
  return kept;
}

/** Returns the part of a segment from one offset in its text to another. What is not verbatim keeps its whole range. */
export function cut(segment: Segment, from: number, to: number): Segment {
  const text = segment.text.slice(from, to);
  return segment.verbatim
    ? { ...segment, text, start: segment.start + from, end: segment.start + to }
    : { ...segment, text };
}

/** Returns a block without white space at its ends, or nothing where nothing is left. */
export function blockOf(kind: Block['kind'], segments: readonly Segment[]): readonly Block[] {
  const kept = trimmed(segments);
  return kept.length > 0 ? [{ kind, segments: kept }] : [];
}
