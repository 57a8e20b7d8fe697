import type { FoldTable } from '../folding/fold-table.ts';
import { BASE_MASK, FIRST_KIND } from '../folding/kinds.ts';
import { isRaised } from '../folding/word-boundary.ts';

/**
 * The step that the scan loads for each UTF-16 unit, in 16 bits: the class of the unit it folds to (0 when
 * no term has it) with two marks, or one of two orders, which are no letters and greater than any step.
 */
export const STEP_SKIP = 0xffff;
export const STEP_SPECIAL = 0xfffe;
/** A term consists of this class alone. */
export const STEP_SINGLE = 0x8000;
/** Letters or digits of an alphabet, in a set whose terms all need a word boundary before such. */
export const STEP_WORD = 0x4000;
export const STEP_MASK = 0x3fff;
/** The maximum of classes of a dictionary; Chinese dictionaries of 100,000 words have about 4,000. */
export const CLASSES_MAX = 0x3ffd;

/** Raised digits are read as digits and still end a word (cure²), so the loop leaves them to others. */
export function buildStepTable(table: FoldTable, marked: Uint16Array): Uint16Array {
  const steps = new Uint16Array(0x10000);
  for (let unit = 0; unit < steps.length; unit++) {
    const entry = table.entries[unit] as number;
    if (entry < 0 || isRaised(unit)) steps[unit] = STEP_SPECIAL;
    else if (entry < FIRST_KIND) steps[unit] = STEP_SKIP;
    else steps[unit] = stepOf(entry, marked);
  }
  return steps;
}

/** The step of a folded unit. */
export const stepOf = (code: number, marked: Uint16Array): number => marked[code & BASE_MASK] ?? 0;
