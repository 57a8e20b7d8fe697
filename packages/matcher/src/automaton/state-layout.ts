/** Numbers kept for each state, and their places. A state is known by the index of its first number. */
/** Where its children are: the child by class c is the state at base + 4c, if that is owned by it. */
export const BASE = 0;
export const OWNER = 1;
/**
 * The state of the longest proper suffix that is also the start of a pattern; the root when that is but one
 * step long, since the scan finds its way from there by the pair filter.
 */
export const FAIL = 2;
/** First entry of the list of patterns that end here, in this state or by a suffix; 0 for none. */
export const OUT = 3;
