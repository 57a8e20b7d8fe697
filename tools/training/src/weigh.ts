import type { Weights, WeightsHeader } from '@redline/rule-engine/classifier';
import { featureVersion, storedScoreWeights } from '@redline/rule-engine/classifier';
import type { Choices } from './corpus-files.ts';
import type { Course } from './cross-validate.ts';
import { biasValue } from './dataset.ts';
import type { Models } from './models.ts';
import type { TextModel } from './text-model.ts';

/** What of the header is not told by the models themselves. */
export type Decided = Pick<
  WeightsHeader,
  'site' | 'corpus' | 'topicShare' | 'companyShare' | 'calibration' | 'violationMin'
> & { readonly speaksFrom: readonly (number | null)[]; readonly text: TextModel; readonly choices: Choices };

/** Rounds models to whole units: 16 bits for the violation, 8 for a topic, where most weights are nothing. */
export function weightsOf(models: Models, { space, topics }: Course, decided: Decided): Weights {
  const { speaksFrom, text, choices, ...header } = decided;
  const bias = space.size - 1;
  const violationUnit = largest([models.violation], bias) / 0x7fff;
  const topicUnit = largest(models.topics, bias) / 0x7f;
  const textUnit = largestOf(text.weights.values()) / 0x7fff;
  const unitsOf = (weight: number | undefined, unit: number): number => Math.round((weight ?? 0) / unit);
  const keys: number[] = [];
  const violation: number[] = [];
  const textual: number[] = [];
  const topicCounts: number[] = [];
  const topicOf: number[] = [];
  const topicWeight: number[] = [];
  const hashes = [...new Set([...space.places.keys(), ...text.weights.keys()])].sort((a, b) => a - b);
  for (const hash of hashes) {
    const at = space.places.get(hash) ?? -1;
    const before = topicOf.length;
    for (const [topic, weights] of models.topics.entries()) {
      const units = unitsOf(weights[at], topicUnit);
      if (units === 0) continue;
      topicOf.push(topic);
      topicWeight.push(units);
    }
    const ofSentence = unitsOf(models.violation[at], violationUnit);
    const ofText = unitsOf(text.weights.get(hash), textUnit);
    if (ofSentence === 0 && ofText === 0 && topicOf.length === before) continue;
    keys.push(hash);
    violation.push(ofSentence);
    textual.push(ofText);
    topicCounts.push(topicOf.length - before);
  }
  return {
    header: {
      ...header,
      featureVersion,
      violationUnit,
      topicUnit,
      violationBias: (models.violation[bias] ?? 0) * biasValue,
      topics: topics.map((id, topic) => ({
        id,
        bias: (models.topics[topic]?.[bias] ?? 0) * biasValue,
        speaksFrom: speaksFrom[topic] ?? null,
      })),
      text: {
        unit: textUnit,
        bias: text.bias,
        evidence: storedScoreWeights(text.evidence),
        calibration: text.calibration,
        lawfulBelow: text.lawfulBelow,
        accusesFrom: text.accusesFrom,
        surelyLawfulBelow: choices.surelyLawfulBelow,
        sureFrom: choices.sureFrom,
        accusedTopicMin: choices.accusedTopicMin,
      },
      features: keys.length,
      topicWeights: topicOf.length,
    },
    keys: Uint32Array.from(keys),
    violation: Int16Array.from(violation),
    text: Int16Array.from(textual),
    topicCounts: Uint8Array.from(topicCounts),
    topicOf: Uint8Array.from(topicOf),
    topicWeight: Int8Array.from(topicWeight),
  };
}

function largestOf(weights: Iterable<number>): number {
  let most = Number.MIN_VALUE;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  return most;
}

function largest(models: readonly Float64Array[], bias: number): number {
  let most = Number.MIN_VALUE;
  for (const weights of models) {
    for (let at = 0; at < bias; at++) most = Math.max(most, Math.abs(weights[at] ?? 0));
  }
  return most;
}
