import { featureVersion } from './features.ts';
import type { Weights } from './weights.ts';
import { evidenceDefault, textThresholdDefaults } from './weights-header.ts';

/** Weights of three features and two topics; one of them is never reported. */
export const weights: Weights = {
  header: {
    site: 'us',
    corpus: 'abc',
    featureVersion,
    violationUnit: 0.001,
    topicUnit: 0.1,
    violationBias: -0.5,
    topicShare: 0.5,
    companyShare: 0,
    calibration: { slope: 1, offset: 0 },
    violationMin: 0,
    text: {
      unit: 0.001,
      bias: 0,
      evidence: evidenceDefault,
      calibration: { slope: 1, offset: 0 },
      lawfulBelow: 0.3,
      accusesFrom: 0.7,
      ...textThresholdDefaults,
    },
    topics: [
      { id: 'disease_claim', bias: 0, speaksFrom: 0.95 },
      { id: 'green_claim', bias: 0, speaksFrom: null },
    ],
    features: 3,
    topicWeights: 2,
  },
  keys: Uint32Array.of(7, 500, 4_000_000_000),
  violation: Int16Array.of(3_000, -2_000, 6_000),
  text: Int16Array.of(9_000, -9_000, 0),
  topicCounts: Uint8Array.of(1, 0, 1),
  topicOf: Uint8Array.of(0, 1),
  topicWeight: Int8Array.of(40, 127),
};
