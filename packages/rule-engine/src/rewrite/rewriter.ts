import type { Engine } from '../evaluate/engine.ts';
import { rewrite } from './rewrite.ts';
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
  /** Whether none of them breaks a law or a hard rule; without tiers whether none is a violation. */
  readonly accepted: boolean;
  /** The writer: `embedded`, or `model:` and its name. */
  readonly writer: string;
}

export const embeddedWriter = 'embedded';

/** Rewrites a text. An error that it throws uses up an attempt of the rewrite. */
export type Rewriter = (task: RewriteTask) => RewriteResult | Promise<RewriteResult>;

/** Rewrites by the rules of a pack. */
export function rewriteBy(engine: Engine, task: RewriteTask): RewriteResult {
  const { text, evaluation } = rewrite(task, engine);
  const { findings } = evaluation;
  const isHard = engine.pack.meta.tiers
    ? findings.some(({ tier }) => tier === 'STRICT')
    : findings.some(({ kind }) => kind === 'violation');
  return { text, riskCount: findings.length, accepted: !isHard, writer: embeddedWriter };
}
