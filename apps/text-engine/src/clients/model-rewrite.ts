import { ModelError, type Rewrite } from '@redline/ai';
import { type Evaluation, type Messages, wordingIn } from '@redline/rule-engine/evaluate';
import type { Rewriter, RewriteTask } from '@redline/rule-engine/rewrite';
import { faultOfProposal } from '@redline/rule-engine/rewrite';
import type { Logger } from '@redline/service-kit/log';
import type { EmbeddedJudge } from '../domain/judge.ts';

export interface ModelRewriteOptions {
  readonly rewrite: Rewrite;
  /** The model's name, for the record. */
  readonly model: string;
  /** The embedded one: what the model is told, and whether its text is clean, must not depend on the model. */
  readonly judge: EmbeddedJudge;
  /** The texts of the packs. */
  readonly messages: Messages;
  readonly log: Logger;
  /** Told of each text: `answered`, the kind of the fault, or why the answer was not taken. */
  readonly onRewrite: (outcome: string) => void;
}

/**
 * A rewriter that lets a model write first. Its text is taken where the embedded judge finds it clean and it lost and
 * invented nothing (see `faultOfProposal`); else the embedded rewriter writes, as it does where none is configured. A
 * text that speaks to its reviewers is not shown to the model.
 */
export function rewriteWithModel(embedded: Rewriter, options: ModelRewriteOptions): Rewriter {
  const { rewrite, model, judge, messages, log, onRewrite } = options;
  return async (task) => {
    const { siteId, selection } = task;
    const { evaluation: before, brief } = await judge({
      siteId,
      selection,
      text: task.text,
      withBrief: true,
    });
    if (!brief || brief.hasInjection) return embedded(task);
    try {
      const { text } = await rewrite(questionOf(task, before, brief.language, messages));
      const { evaluation: after } = await judge({ siteId, selection, text });
      const fault = faultOfProposal(task, text, { before, after, messages });
      onRewrite(fault ?? 'answered');
      if (fault) return embedded(task);
      const writer = `model:${model}`;
      return { text, riskCount: after.findings.length, accepted: true, refusal: null, writer };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      onRewrite(error.kind);
      log.warn({ kind: error.kind }, 'the model did not rewrite a text; the embedded rewriter did');
      return embedded(task);
    }
  };
}

function questionOf(
  { text, strategy, mode, customFindings }: RewriteTask,
  { findings }: Evaluation,
  language: string,
  messages: Messages,
) {
  return {
    text,
    language,
    mode: strategy,
    scene: mode,
    risks: findings.map(({ matchedText, wordingId }) => ({
      quote: matchedText,
      suggestion: Object.values(wordingIn(messages, wordingId).suggestion)[0] ?? '',
    })),
    replacements: customFindings.flatMap(({ matchedText: word, replacement }) =>
      replacement ? { word, replacement } : [],
    ),
  };
}
