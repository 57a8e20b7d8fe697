/** How a writer spells, and not what is hidden: whoever writes traditional characters writes all of them so. */
const ways = new Set(['traditional']);

/** Whether words were disguised, by the folds it took to read them. */
export const isDisguised = (folds: readonly string[]): boolean => folds.some((fold) => !ways.has(fold));
