import { ModelError, type Review } from '@redline/ai';
import type { Evaluation } from '@redline/rule-engine/evaluate';
import { type Brief, mergeSecondReview } from '@redline/rule-engine/second-review';
import type { Logger } from '@redline/service-kit/log';
import type { EmbeddedJudge, Judge } from '../domain/judge.ts';

export interface ModelReviewOptions {
  readonly review: Review;
  /** The model's name, for the record. */
  readonly model: string;
  readonly log: Logger;
  /** Told of each text: `answered`, or the kind of the fault. */
  readonly onReview: (outcome: string) => void;
}

/** Returns how a record names a model. */
const reviewerOf = (model: string): string => `model:${model}`;

/**
 * Returns a judge whose evaluations a model reviews. Where the model gives no answer, in time and in shape, the embedded
 * evaluation stands, as it does where none is configured, and its record says so.
 */
export function judgeWithModel(
  embedded: EmbeddedJudge,
  { review, model, log, onReview }: ModelReviewOptions,
): Judge {
  return async (request) => {
    const { evaluation, brief } = await embedded({ ...request, withBrief: true });
    if (!brief) return evaluation;
    try {
      const answer = await review(questionOf(request.text, evaluation, brief));
      onReview('answered');
      return mergeSecondReview(request.text, evaluation, brief, answer, reviewerOf(model));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      onReview(error.kind);
      log.warn({ kind: error.kind }, 'the model did not review a text; the embedded reviewer answered');
      return evaluation;
    }
  };
}

function questionOf(text: string, { findings }: Evaluation, { language, topics }: Brief) {
  return {
    text,
    language,
    topics: topics.map(({ finding, category }) => ({
      topic: finding.topic,
      about: Object.values(category).join(' / '),
    })),
    candidates: findings.map(({ matchedText, topic }) => ({ quote: matchedText, topic })),
  };
}
