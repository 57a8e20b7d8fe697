export { type Analysis, analyze } from './analyze.ts';
export { mostSevere, riskLevelOf, tierLabelOf } from './assemble.ts';
export { checkExamples, checkLawfulExamples, exampleOf } from './check-examples.ts';
export { type Engine, engineOf } from './engine.ts';
export {
  evaluate,
  evaluationOf,
  type FindCustomWords,
  packNameOf,
  withCustomFindings,
} from './evaluate.ts';
export {
  type CustomFinding,
  type Evaluation,
  embeddedReviewer,
  type Finding,
  isFoundBy,
  type RiskLevel,
  severityLevelOf,
  tierLevelOf,
} from './evaluation.ts';
export { type ExplainedSentence, type Explanation, explain } from './explain.ts';
export {
  type Messages,
  messagesOf,
  precedentIn,
  type ReasonOf,
  reasonsIn,
  wordingIn,
} from './messages.ts';
export { reportedConsidered } from './reported-considered.ts';
