export { factsIn, factsLost } from './facts.ts';
export { faultOfProposal } from './proposal.ts';
export { withReplacements } from './replacement.ts';
export { type Refusal, rewrite } from './rewrite.ts';
export { type Mode, type Strategy, strategies } from './rewrite-request.ts';
export { type RewriteResult, type Rewriter, type RewriteTask, rewriteBy } from './rewriter.ts';
