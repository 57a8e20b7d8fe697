/**
 * Where the last rows of units of one class begin in the text, in a ring; the complement of the place where a
 * row begins inside what one unit folds to. A row is at most one unit of the text behind the next, so the
 * ring holds all rows of one slice of the hot loop and what a match at its start looks back on.
 */
export type RowPlaces = Int32Array;

export const ROW_MASK = 0x3fff;
/** Units that the hot loop reads at a stretch, before what it found is looked at. */
export const SLICE_UNITS = 0x2000;

export const createRowPlaces = (): RowPlaces => new Int32Array(ROW_MASK + 1);
