export { mostSevere, riskLevelOf, tierLabelOf } from './assemble.ts';
export { checkExamples, exampleOf } from './check-examples.ts';
export { type Engine, engineOf, evaluate, evaluateWith, packNameOf } from './evaluate.ts';
export {
  type Considered,
  type CustomFinding,
  type Evaluation,
  type Finding,
  isFoundBy,
  type LetPass,
  type RiskLevel,
  type SeverityLevel,
  severityLevelOf,
  type TierLevel,
  tierLevelOf,
} from './evaluation.ts';
export { type Judge, type Judgment, type Submission, withCustomWords } from './judgment.ts';
export { explainer, reportedConsidered, type Sayings, type Seen } from './let-pass.ts';
