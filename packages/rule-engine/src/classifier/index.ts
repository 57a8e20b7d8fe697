export { evidenceOf, loudestOf, textScale, valueIn } from './classifier.ts';
export { type Features, featuresIn } from './feature-rows.ts';
export { disclaimersIn, featuresOf, featureVersion, keysOf } from './features.ts';
export {
  decodeWeights,
  type EvidenceWeights,
  encodeWeights,
  evidenceDefault,
  evidenceSchema,
  textRisks,
  type Weights,
  type WeightsHeader,
} from './weights.ts';
