import type { Engine } from '../evaluate/engine.ts';
import { type Refusal, rewrite } from './rewrite.ts';
import type { RewriteRequest } from './rewrite-request.ts';

/** A text of a site to be rewritten. */
export interface RewriteTask extends RewriteRequest {
  readonly siteId: string;
}

/** A rewritten text, judged by the engine that flagged the original. */
export interface RewriteResult {
  readonly text: string;
  /** Findings that remain. */
  readonly riskCount: number;
  /** Whether none of them had to go, and something lawful of substance is left. */
  readonly accepted: boolean;
  /** The reason why it is not accepted. */
  readonly refusal: Refusal | null;
  /** The writer: `embedded`, or `model:` and its name. */
  readonly writer: string;
}

export const embeddedWriter = 'embedded';

/** Rewrites a text. An error that it throws uses up an attempt of the rewrite. */
export type Rewriter = (task: RewriteTask) => RewriteResult | Promise<RewriteResult>;

/** Rewrites by the rules of a pack. */
export function rewriteBy(engine: Engine, task: RewriteTask): RewriteResult {
  const { text, evaluation, refusal } = rewrite(task, engine);
  return {
    ...{ text, refusal },
    riskCount: evaluation.findings.length,
    accepted: refusal === null,
    writer: embeddedWriter,
  };
}
