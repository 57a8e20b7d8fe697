import { createChat, createConfirm, createReview, createRewrite, type EndpointOptions } from '@redline/ai';
import type { Judge } from '@redline/rule-engine/evaluate';
import type { Confirm } from '@redline/rule-engine/notices';
import type { Rewriter } from '@redline/rule-engine/rewrite';
import type { Logger } from '@redline/service-kit/log';
import { confirmWithModel } from './clients/model-confirm.ts';
import { judgeWithModel } from './clients/model-review.ts';
import { rewriteWithModel } from './clients/model-rewrite.ts';
import type { EngineMetrics } from './engine-metrics.ts';

/** What a configured model does in the engine. */
export interface OpenModel {
  /** The judge with the model as its second reader. */
  readonly readAgain: (judge: Judge) => Judge;
  readonly confirm: Confirm | null;
  /** The rewriter with the model writing first; `judge` is the embedded one. */
  readonly writeFirst: (rewriter: Rewriter, judge: Judge) => Rewriter;
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
    return { readAgain: (judge) => judge, confirm: null, writeFirst: (rewriter) => rewriter };
  }
  const chat = createChat(options);
  const { model } = options;
  const onReview = (outcome: string): void => metrics.reviews.inc({ outcome });
  const onRewrite = (outcome: string): void => metrics.modelRewrites.inc({ outcome });
  const rewrite = createRewrite(chat);
  return {
    readAgain: (judge) => judgeWithModel(judge, { review: createReview(chat), model, log, onReview }),
    confirm: confirmWithModel(createConfirm(chat)),
    writeFirst: (rewriter, judge) => rewriteWithModel(rewriter, { rewrite, model, judge, log, onRewrite }),
  };
}
