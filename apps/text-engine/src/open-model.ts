import { createChat, createConfirm, createReview, createRewrite, type EndpointOptions } from '@redline/ai';
import type { Messages } from '@redline/rule-engine/evaluate';
import type { Confirm } from '@redline/rule-engine/notices';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import type { Logger } from '@redline/service-kit/log';
import { confirmWithModel } from './clients/model-confirm.ts';
import { judgeWithModel } from './clients/model-review.ts';
import { rewriteWithModel } from './clients/model-rewrite.ts';
import { type EmbeddedJudge, type Judge, withoutModel } from './domain/judge.ts';
import type { EngineMetrics } from './engine-metrics.ts';

/** The uses of a configured model: it reviews, confirms notices and rewrites. */
export interface OpenModel {
  /** Returns the judge with the model as its second reviewer. */
  readonly review: (judge: EmbeddedJudge) => Judge;
  readonly confirm: Confirm | null;
  /** Returns the rewriter with the model writing first. */
  readonly writeFirst: (rewriter: Rewriter, judge: EmbeddedJudge, messages: Messages) => Rewriter;
}

/** All questions share the model's turns and its rest. Without a model nothing is read again, and the embedded rewriter writes. */
export function openModel(
  options: EndpointOptions | null,
  {
    log,
    metrics,
  }: { readonly log: Logger; readonly metrics: Pick<EngineMetrics, 'reviews' | 'modelRewrites'> },
): OpenModel {
  if (!options) {
    return { review: withoutModel, confirm: null, writeFirst: (rewriter) => rewriter };
  }
  const chat = createChat(options);
  const { model } = options;
  const onReview = (outcome: string): void => metrics.reviews.inc({ outcome });
  const onRewrite = (outcome: string): void => metrics.modelRewrites.inc({ outcome });
  const rewrite = createRewrite(chat);
  return {
    review: (judge) => judgeWithModel(judge, { review: createReview(chat), model, log, onReview }),
    confirm: confirmWithModel(createConfirm(chat)),
    writeFirst: (rewriter, judge, messages) =>
      rewriteWithModel(rewriter, { rewrite, model, judge, messages, log, onRewrite }),
  };
}
