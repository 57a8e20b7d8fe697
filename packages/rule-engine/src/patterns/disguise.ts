/** Folds that are a way of writing and hide nothing, such as traditional characters. */
const writingFolds = new Set(['traditional']);

/** Reports whether any of the folds is a disguise. */
export const isDisguised = (folds: readonly string[]): boolean =>
  folds.some((fold) => !writingFolds.has(fold));
