/**
 * A state is known by the index of its first number. What every step needs lies close together in `states`,
 * two numbers a state; what is needed when a step fails or a pattern ends lies in `links`, at the same index.
 */

/**
 * Where its children are, times four, plus two flags: the child by class c is the state at (base >> 2) + 2c,
 * if that is owned by it.
 */
export const BASE = 0;
export const BASE_SHIFT = 2;
/** A pattern ends here, in this state or by a suffix. */
export const HAS_OUT = 1;
/** Its fail link leads to a state other than the root. */
export const HAS_FAIL = 2;
export const OWNER = 1;

/**
 * In `links`: the state of the longest proper suffix that is also the start of a pattern; the root when that
 * is but one step long, since the scan finds its way from there by the pair filter.
 */
export const FAIL = 0;
/** In `links`: first entry of the list of patterns that end here, in this state or by a suffix; 0 for none. */
export const OUT = 1;
