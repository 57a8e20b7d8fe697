import { type Block, blocks } from '../language/statistics.ts';

/**
 * The features of some units of a text, one behind the other in the order of the units and their blocks: a long text has
 * 30,000, and as an array a block they were an eighth of all memory that judging took.
 */
export interface FeatureRows {
  readonly units: number;
  /** Hashes; those behind `count` mean nothing. */
  hashes: Uint32Array;
  count: number;
  /** Where each block of each unit begins, and where the last ends. */
  readonly from: Int32Array;
  /** How many blocks are written. */
  blocks: number;
}

/** Hashes by block. */
export type Features = Readonly<Record<Block, readonly number[]>>;

/** Features that a unit has at first; more make room for themselves. */
const featuresCommon = 128;

/** Rows for so many units, to be written block by block. */
export function featureRows(units: number): FeatureRows {
  const from = new Int32Array(units * blocks.length + 1);
  return { units, hashes: new Uint32Array(units * featuresCommon), count: 0, from, blocks: 0 };
}

/** Where to write the next features, from `count` on: there is room for so many. */
export function makeRoom(rows: FeatureRows, more: number): Uint32Array {
  const needed = rows.count + more;
  if (needed > rows.hashes.length) {
    const larger = new Uint32Array(needed * 2);
    larger.set(rows.hashes);
    rows.hashes = larger;
  }
  return rows.hashes;
}

/** Ends the block that was being written where its last feature stands. */
export function endBlock(rows: FeatureRows, count: number): void {
  rows.count = count;
  rows.from[++rows.blocks] = count;
}

/** Where block number `block` of a unit begins; it ends where the next one begins. */
export const blockStart = ({ from }: FeatureRows, unit: number, block: number): number =>
  from[unit * blocks.length + block] ?? 0;

/** The features of each unit as plain arrays, for who keeps them. */
export function featuresIn(rows: FeatureRows): Features[] {
  const row = (unit: number, block: number): readonly number[] =>
    Array.from(rows.hashes.subarray(blockStart(rows, unit, block), blockStart(rows, unit, block + 1)));
  return Array.from({ length: rows.units }, (_, unit) => ({
    words: row(unit, 0),
    grams: row(unit, 1),
    lexicons: row(unit, 2),
    flags: row(unit, 3),
    before: row(unit, 4),
    after: row(unit, 5),
  }));
}
