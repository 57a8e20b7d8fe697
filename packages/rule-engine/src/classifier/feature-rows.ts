import { type Block, blocks } from '../language/classifier-settings.ts';

/**
 * The features of segments of a text (sentences, rows of a corpus passage, a few words), as a sparse matrix: the hashes of
 * all segments one behind the other, in the order of the segments and their blocks. A long text has 30,000 features, and
 * with an array for each block they were an eighth of all memory that an evaluation took.
 */
export interface FeatureRows {
  /** Number of segments. */
  readonly segments: number;
  /** Hashes; those behind `length` mean nothing. */
  hashes: Uint32Array;
  /** Number of hashes written. */
  length: number;
  /** Start of each block of each segment in `hashes`, and the end of the last. */
  readonly blockStarts: Int32Array;
  /** Number of blocks written. */
  blocksWritten: number;
}

/** Hashes by block. */
export type Features = Readonly<Record<Block, readonly number[]>>;

/** Features that a segment has room for at first; the array grows for more. */
const featuresCommon = 128;

/** Creates rows for so many segments, to be written block by block. */
export function featureRows(segments: number): FeatureRows {
  return {
    segments,
    hashes: new Uint32Array(segments * featuresCommon),
    length: 0,
    blockStarts: new Int32Array(segments * blocks.length + 1),
    blocksWritten: 0,
  };
}

/** Makes room for more hashes. Returns the array to write them to, from `length` on. */
export function makeRoom(rows: FeatureRows, more: number): Uint32Array {
  const needed = rows.length + more;
  if (needed > rows.hashes.length) {
    const larger = new Uint32Array(needed * 2);
    larger.set(rows.hashes);
    rows.hashes = larger;
  }
  return rows.hashes;
}

/** Ends the block that was being written. `length` is the number of hashes with it. */
export function endBlock(rows: FeatureRows, length: number): void {
  rows.length = length;
  rows.blockStarts[++rows.blocksWritten] = length;
}

/** Returns the start of a block of a segment in `hashes`; it ends where the next block starts. */
export const blockStart = ({ blockStarts }: FeatureRows, segment: number, block: number): number =>
  blockStarts[segment * blocks.length + block] ?? 0;

/** Returns the features of each segment as plain arrays. */
export function featuresIn(rows: FeatureRows): Features[] {
  const row = (segment: number, block: number): readonly number[] =>
    Array.from(rows.hashes.subarray(blockStart(rows, segment, block), blockStart(rows, segment, block + 1)));
  return Array.from({ length: rows.segments }, (_, segment) => ({
    words: row(segment, 0),
    grams: row(segment, 1),
    lexicons: row(segment, 2),
    flags: row(segment, 3),
    before: row(segment, 4),
    after: row(segment, 5),
  }));
}

/** Counts the features of words that segments have, from `first` to before `end`. */
export function countWordFeatures(rows: FeatureRows, first: number, end: number): number {
  let count = 0;
  for (let segment = first; segment < end; segment++)
    count += blockStart(rows, segment, 1) - blockStart(rows, segment, 0);
  return count;
}
