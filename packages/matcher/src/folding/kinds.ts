/**
 * The description of one UTF-16 unit in one 32-bit number, so that the scan gets everything it needs from a
 * single load:
 *
 *   bits 0-15   the unit it folds to (its base)
 *   bits 16-25  the folds that took it there
 *   bits 26-28  its kind; 0 for units that are skipped
 *   negative    units that need a look at their neighbours (see special-units.ts)
 *
 * A skipped unit keeps what sort of gap it makes in bits 16-24.
 */
export const FOLD_SHIFT = 16;
export const BASE_MASK = 0xffff;
export const FOLD_MASK = 0x3ff;

export const ALPHABETIC = 1 << 26;
export const DIGIT = 2 << 26;
/** A letter of a script that is written without spaces between words. */
export const IDEOGRAPH = 3 << 26;
/** A sign that carries meaning: the $ of $5, the % of 100%. */
export const SYMBOL = 4 << 26;
export const KIND_MASK = 7 << 26;
/** Entries from here on are units that terms are made of. */
export const FIRST_KIND = ALPHABETIC;

/** The contents of a gap between two units: a bit set. */
export const GAP_SPACE = 1 << 0;
export const GAP_HYPHEN = 1 << 1;
export const GAP_APOSTROPHE = 1 << 2;
/** Ends a clause: the words on both sides do not belong together. */
export const GAP_STOP = 1 << 3;
export const GAP_DOT = 1 << 4;
export const GAP_NOISE = 1 << 5;
export const GAP_LINE_BREAK = 1 << 6;
export const GAP_ZERO_WIDTH = 1 << 7;
export const GAP_COMBINING = 1 << 8;
export const GAP_VISIBLE = 0x7f;
export const GAP_FLAGS = 0x1ff;

/** Units that `special-units.ts` resolves. */
export const SPECIAL_SURROGATE = -1;
export const SPECIAL_SIGN = -2;
/** This and every lower number: minus this, the index of an expansion. */
export const SPECIAL_EXPANSION = -3;
