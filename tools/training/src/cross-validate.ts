import type { Block } from '@redline/rule-engine/language';
import { type Dataset, type Space, spaceOf, vectorOf } from './dataset.ts';
import { fitModels, type Lesson, type Scores, scoresOf, totalsOf } from './models.ts';

/** A dataset as lessons in a space of features. */
export interface Course {
  readonly space: Space;
  readonly lessons: readonly Lesson[];
  readonly topics: readonly string[];
}

/** Makes lessons of a dataset, seen through the given blocks of features only. */
export function courseOf(dataset: Dataset, topics: readonly string[], used?: readonly Block[]): Course {
  const space = spaceOf(dataset, used);
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

/** What models say of a row, in its passage. */
export interface Verdict extends Scores {
  readonly total: number;
}

/**
 * Verdicts on every row by models fitted to the other folds. Passages of the corpus mix what violates with what does
 * not, which copy as it is published seldom does; so a lawful row is judged in the company of the lawful rows of its
 * passage, as in the lawful text that it must not make a violating one.
 * @param folds of the rows; those of a negative fold are only learned from, and get no verdict
 */
export function judgeOutOfFold(course: Course, dataset: Dataset, folds = dataset.folds): Verdict[] {
  const scores = scoresOutOfFold(course, folds);
  const verdicts = new Array<Verdict>(scores.length);
  const judge = (rows: readonly number[], isAsked: (at: number) => boolean): void => {
    const held = rows.flatMap((at) => scores[at] ?? []);
    for (const [place, total] of totalsOf(held).entries()) {
      const [at, one] = [rows[place], held[place]];
      if (at !== undefined && one && isAsked(at)) verdicts[at] = { ...one, total };
    }
  };
  const violates = (at: number): boolean => course.lessons[at]?.violates ?? false;
  const judged = [...scores.keys()].filter((at) => (folds[at] ?? 0) >= 0);
  for (const rows of Map.groupBy(judged, (at) => dataset.passageOf[at] ?? 0).values()) {
    judge(rows, violates);
    judge(
      rows.filter((at) => !violates(at)),
      () => true,
    );
  }
  return verdicts;
}

function scoresOutOfFold({ space, lessons, topics }: Course, folds: readonly number[]): Scores[] {
  const scores = new Array<Scores>(lessons.length);
  for (const fold of new Set(folds.filter((one) => one >= 0))) {
    const taught = lessons.filter((_, at) => folds[at] !== fold);
    const models = fitModels(taught, topics.length, space.size);
    for (const [at, { vector }] of lessons.entries()) {
      if (folds[at] === fold) scores[at] = scoresOf(vector, models);
    }
  }
  return scores;
}
