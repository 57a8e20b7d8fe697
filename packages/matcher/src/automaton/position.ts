/**
 * What a scan knows at any moment, as numbers in an Int32Array: fields of an object would be boxed whenever a
 * hash leaves the range of small integers, which halved the speed of the loop.
 */
export type Position = Int32Array;

/** Rows passed so far, less one. */
export const AT_ROW = 0;
/** The automaton's state; 0 while nothing is under way. */
export const AT_STATE = 1;
/** The step of the current row. */
export const AT_STEP = 2;
/** The first of the rolling hashes, one for each filter (see gram-filter.ts). */
export const AT_HASH = 3;
const NUMBERS = 7;

export const createPosition = (): Position => new Int32Array(NUMBERS);

export function resetPosition(position: Position): void {
  position.fill(0);
  position[AT_ROW] = -1;
  position[AT_STEP] = -1;
}
