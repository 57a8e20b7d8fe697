import { ModelError, type Review } from '@redline/ai';
import type { Judge, Judgment } from '@redline/rule-engine/evaluate';
import type { Brief } from '@redline/rule-engine/second-review';
import { withSecondReading } from '@redline/rule-engine/second-review';
import type { Logger } from '@redline/service-kit/log';

export interface ModelReviewOptions {
  readonly review: Review;
  /** The model's name, for the record. */
  readonly model: string;
  readonly log: Logger;
  /** Told of each text: `answered`, or the kind of the fault. */
  readonly onReview: (outcome: string) => void;
}

/** As the record names a model. */
const reviewerOf = (model: string): string => `model:${model}`;

/**
 * A judge whose judgments a model reads again. Where the model gives no answer, in time and in shape, the judgment is the
 * embedded reviewer's, as it is where none is configured, and its record says so.
 */
export function judgeWithModel(judge: Judge, { review, model, log, onReview }: ModelReviewOptions): Judge {
  return async (submission) => {
    const { brief, ...judgment } = await judge({ ...submission, isReadAgain: true });
    if (!brief) return judgment;
    try {
      const answer = await review(questionOf(submission.text, judgment, brief));
      onReview('answered');
      return withSecondReading(submission.text, judgment, brief, answer, reviewerOf(model));
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      onReview(error.kind);
      log.warn({ kind: error.kind }, 'the model did not review a text; the embedded reviewer answered');
      return judgment;
    }
  };
}

function questionOf(text: string, { findings }: Judgment, { language, learnedRules }: Brief) {
  return {
    text,
    language,
    topics: learnedRules.map(({ topic, wording }) => ({
      topic,
      about: Object.values(wording.category).join(' / '),
    })),
    candidates: findings.map(({ matchedText, topic }) => ({ quote: matchedText, topic })),
  };
}
