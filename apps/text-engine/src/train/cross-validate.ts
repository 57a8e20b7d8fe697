import type { Block } from '../domain/review/learned/features.ts';
import { type Dataset, type Space, spaceOf, vectorOf } from './dataset.ts';
import { fitModels, type Lesson, type Scores, scoresOf } from './models.ts';

/** A dataset as lessons in a space of features. */
export interface Course {
  readonly space: Space;
  readonly lessons: readonly Lesson[];
  readonly topics: readonly string[];
}

/** Makes lessons of a dataset, seen through the given blocks of features only. */
export function courseOf(dataset: Dataset, topics: readonly string[], used?: readonly Block[]): Course {
  const space = spaceOf(dataset.features, used);
  const lessons = dataset.rows.map(({ label, topic }, at): Lesson => {
    const features = dataset.features[at];
    if (!features) throw new Error(`row ${at} has no features`);
    const violates = label !== 'ok';
    return {
      vector: vectorOf(features, space),
      violates,
      topic: violates && topic !== null ? topics.indexOf(topic) : -1,
    };
  });
  return { space, lessons, topics };
}

/** Scores of every row by models fitted to the other folds. */
export function scoresOutOfFold({ space, lessons, topics }: Course, folds: readonly number[]): Scores[] {
  const scores = new Array<Scores>(lessons.length);
  for (const fold of new Set(folds)) {
    const taught = lessons.filter((_, at) => folds[at] !== fold);
    const models = fitModels(taught, topics.length, space.size);
    for (const [at, { vector }] of lessons.entries()) {
      if (folds[at] === fold) scores[at] = scoresOf(vector, models);
    }
  }
  return scores;
}
