import type { Evaluation, FindCustomWords } from '@redline/rule-engine/evaluate';
import type { Selection } from '@redline/rule-engine/pack';
import type { ReadingCounts } from '@redline/rule-engine/reader';
import type { Brief } from '@redline/rule-engine/second-review';

/** A text to be judged. */
export interface JudgeRequest {
  readonly siteId: string;
  readonly text: string;
  /** Where it is published, by the dimensions of the site's pack. */
  readonly selection: Selection;
  /** Finds the scope's own words, where they apply. */
  readonly customWords?: FindCustomWords | undefined;
}

/** Judges a text, by itself or with a model. An error costs the check an attempt. */
export type Judge = (request: JudgeRequest) => Evaluation | Promise<Evaluation>;

/** An evaluation by the embedded engine, and the brief of a second reviewer where one was asked for. */
export interface EmbeddedEvaluation {
  readonly evaluation: Evaluation;
  readonly brief: Brief | null;
  /** Counts of what was read for it; null where nothing was read. */
  readonly reading: ReadingCounts | null;
}

/** Judges a text by the packs alone. */
export type EmbeddedJudge = (
  request: JudgeRequest & { readonly withBrief?: boolean },
) => EmbeddedEvaluation | Promise<EmbeddedEvaluation>;

/** Returns a judge that takes the embedded evaluation as it is. */
export const withoutModel =
  (embedded: EmbeddedJudge): Judge =>
  async (request) =>
    (await embedded(request)).evaluation;
