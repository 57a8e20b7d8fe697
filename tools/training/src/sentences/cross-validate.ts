import type { Dataset } from './dataset.ts';
import { fitModels, type Scores, scoresOf, totalScores } from './sentence-models.ts';
import type { TrainingSet } from './training-set.ts';

/** The scores of a row by models that were not trained on its fold. */
export interface OutOfFoldScores extends Scores {
  /** The score that the probability is computed from: see `totalScores`. */
  readonly total: number;
}

/**
 * Scores every row by models fitted to the other folds. Passages of the corpus mix what violates with what does not, which
 * published copy seldom does; so a lawful row is scored with the mean of the lawful rows of its passage only, as in a
 * lawful text that it must not make a violating one.
 * @param folds of the rows; rows of a negative fold are only trained on, and get no scores
 */
export function crossValidate(
  training: TrainingSet,
  dataset: Dataset,
  folds = dataset.folds,
): OutOfFoldScores[] {
  const scores = scoreOutOfFold(training, folds);
  const scored = new Array<OutOfFoldScores>(scores.length);
  /** Scores rows as one text, and keeps the scores of those that are wanted. */
  const scoreTogether = (rows: readonly number[], isWanted: (row: number) => boolean): void => {
    const own = rows.flatMap((row) => scores[row] ?? []);
    for (const [at, total] of totalScores(own).entries()) {
      const [row, one] = [rows[at], own[at]];
      if (row !== undefined && one && isWanted(row)) scored[row] = { ...one, total };
    }
  };
  const isViolating = (row: number): boolean => training.examples[row]?.isViolating ?? false;
  const heldOut = [...scores.keys()].filter((row) => (folds[row] ?? 0) >= 0);
  for (const rows of Map.groupBy(heldOut, (row) => dataset.passageOf[row] ?? 0).values()) {
    scoreTogether(rows, isViolating);
    scoreTogether(
      rows.filter((row) => !isViolating(row)),
      () => true,
    );
  }
  return scored;
}

function scoreOutOfFold({ space, examples, topics }: TrainingSet, folds: readonly number[]): Scores[] {
  const scores = new Array<Scores>(examples.length);
  for (const fold of new Set(folds.filter((one) => one >= 0))) {
    const others = examples.filter((_, row) => folds[row] !== fold);
    const models = fitModels(others, topics.length, space.size);
    for (const [row, { vector }] of examples.entries()) {
      if (folds[row] === fold) scores[row] = scoresOf(vector, models);
    }
  }
  return scores;
}
