/**
 * A state is known by the index of its first number. What every step needs lies close together in `states`,
 * two numbers a state; what is needed when a step fails or a pattern ends lies in `links`, at the same index.
 */

/**
 * First of its two numbers: where its children are, times eight, plus three flags. The child by class c is the state at
 * (base >> 3) + 2c, if that is owned by it; the owner is the second number.
 */
export const BASE_SHIFT = 3;
/** A pattern ends here, in this state or by a suffix. */
export const HAS_OUT = 1;
/** Its fail link leads somewhere. */
export const HAS_FAIL = 2;
/** A pattern goes on here whose beginning the filter knows to its end (see trie.ts). */
export const IS_KEPT = 4;

/*
 * First in `links`: the state of the longest proper suffix that is also the start of a pattern, or rather the longest
 * that is worth keeping (see trie.ts); 0 for none.
 */

/** Index in `links`: the first entry of the list of patterns that end in this state or by a suffix; 0 for none. */
export const OUT = 1;
