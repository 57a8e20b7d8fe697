/**
 * The last rows of units of one class that a scan has passed, in a ring: enough to look back over the longest
 * term and what stands before it. Small enough to stay in the processor's first cache.
 */
export interface Rows {
  /** Where each row begins in the text; the complement where it begins inside what one unit folds to. */
  readonly places: Int32Array;
}

export const ROW_MASK = 0x3ff;

export const createRows = (): Rows => ({
  places: new Int32Array(ROW_MASK + 1),
});
