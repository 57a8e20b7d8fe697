import {
  featureVersion,
  storedScoreWeights,
  type Weights,
  type WeightsHeader,
} from '@redline/rule-engine/classifier';
import type { Choices } from './corpus/choices.ts';
import { biasValue } from './sentences/feature-space.ts';
import type { SentenceModels } from './sentences/sentence-models.ts';
import type { TrainingSet } from './sentences/training-set.ts';
import type { TextModel } from './texts/text-model.ts';

/** The fields of the header that the training decides. */
export interface TrainedParameters {
  readonly site: string;
  /** SHA-256 of the corpus. */
  readonly corpusHash: string;
  readonly topicScoreWeight: number;
  readonly meanScoreWeight: number;
  readonly calibration: WeightsHeader['calibration'];
  /** The least sum of violation and mean score with which a row was reported. */
  readonly scoreMin: number;
  /** By topic; null where the topic is never reported. */
  readonly reportThresholds: readonly (number | null)[];
  readonly choices: Choices;
}

/**
 * Rounds the weights of models to integers: 16 bits for violations and texts, 8 for topics, where most weights are 0.
 * Features without any weight are left out.
 */
export function quantizeWeights(
  models: SentenceModels,
  textModel: TextModel,
  { space, topics }: TrainingSet,
  parameters: TrainedParameters,
): Weights {
  const bias = space.size - 1;
  const violationUnit = largestIn([models.violation], bias) / 0x7fff;
  const topicUnit = largestIn(models.topics, bias) / 0x7f;
  const textUnit = largestOf(textModel.weights.values()) / 0x7fff;
  const quantize = (weight: number | undefined, unit: number): number => Math.round((weight ?? 0) / unit);
  const keys: number[] = [];
  const violation: number[] = [];
  const text: number[] = [];
  const topicCounts: number[] = [];
  const topicOf: number[] = [];
  const topicWeight: number[] = [];
  const hashes = [...new Set([...space.indexOf.keys(), ...textModel.weights.keys()])].sort((a, b) => a - b);
  for (const hash of hashes) {
    const index = space.indexOf.get(hash) ?? -1;
    const topicWeightsBefore = topicOf.length;
    for (const [topic, weights] of models.topics.entries()) {
      const weight = quantize(weights[index], topicUnit);
      if (weight === 0) continue;
      topicOf.push(topic);
      topicWeight.push(weight);
    }
    const violationWeight = quantize(models.violation[index], violationUnit);
    const textWeight = quantize(textModel.weights.get(hash), textUnit);
    const topicCount = topicOf.length - topicWeightsBefore;
    if (violationWeight === 0 && textWeight === 0 && topicCount === 0) continue;
    keys.push(hash);
    violation.push(violationWeight);
    text.push(textWeight);
    topicCounts.push(topicCount);
  }
  const { choices } = parameters;
  return {
    // The names and their order are stored; see `parametersOf`.
    header: {
      site: parameters.site,
      corpus: parameters.corpusHash,
      topicShare: parameters.topicScoreWeight,
      companyShare: parameters.meanScoreWeight,
      calibration: parameters.calibration,
      violationMin: parameters.scoreMin,
      featureVersion,
      violationUnit,
      topicUnit,
      violationBias: (models.violation[bias] ?? 0) * biasValue,
      topics: topics.map((id, topic) => ({
        id,
        bias: (models.topics[topic]?.[bias] ?? 0) * biasValue,
        speaksFrom: parameters.reportThresholds[topic] ?? null,
      })),
      text: {
        unit: textUnit,
        bias: textModel.bias,
        evidence: storedScoreWeights(textModel.scoreWeights),
        calibration: textModel.calibration,
        lawfulBelow: textModel.lawfulThreshold,
        accusesFrom: textModel.flagThreshold,
        surelyLawfulBelow: choices.clearlyLawfulThreshold,
        sureFrom: choices.clearlyViolatingThreshold,
        accusedTopicMin: choices.flagTopicScoreMin,
      },
      features: keys.length,
      topicWeights: topicOf.length,
    },
    keys: Uint32Array.from(keys),
    violation: Int16Array.from(violation),
    text: Int16Array.from(text),
    topicCounts: Uint8Array.from(topicCounts),
    topicOf: Uint8Array.from(topicOf),
    topicWeight: Int8Array.from(topicWeight),
  };
}

/** Returns the largest magnitude. */
function largestOf(weights: Iterable<number>): number {
  let most = Number.MIN_VALUE;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  return most;
}

/** Returns the largest magnitude of the models' weights without their biases. */
function largestIn(models: readonly Float64Array[], bias: number): number {
  let most = Number.MIN_VALUE;
  for (const weights of models) {
    for (let at = 0; at < bias; at++) most = Math.max(most, Math.abs(weights[at] ?? 0));
  }
  return most;
}
