export { type Calibration, probabilityOf } from './calibration.ts';
export { combineScores, maxScore, type ScoreWeights, textScoreOnly } from './combined-score.ts';
export { disclaimersIn } from './disclaimers.ts';
export { type Features, featuresIn } from './feature-rows.ts';
export { featuresOf, featureVersion } from './features.ts';
export { hashText } from './hashed-text.ts';
export { scoreWeightsOf, storedScoreWeights } from './parameters.ts';
export { featureValue } from './sentence-scores.ts';
export { textScale } from './text-score.ts';
export { decodeWeights, encodeWeights, type Weights } from './weights.ts';
export {
  evidenceDefault,
  evidenceSchema,
  textThresholdDefaults,
  type WeightsHeader,
} from './weights-header.ts';
