import { featureVersion } from '../domain/review/learned/features.ts';
import type { Weights, WeightsHeader } from '../domain/review/learned/weights.ts';
import type { Course } from './cross-validate.ts';
import { biasValue } from './dataset.ts';
import type { Models } from './models.ts';

/** What of the header is not told by the models themselves. */
export type Decided = Pick<
  WeightsHeader,
  'site' | 'corpus' | 'topicShare' | 'companyShare' | 'calibration' | 'violationMin'
> & { readonly speaksFrom: readonly (number | null)[] };

/** Rounds models to whole units: 16 bits for the violation, 8 for a topic, where most weights are nothing. */
export function weightsOf(models: Models, { space, topics }: Course, decided: Decided): Weights {
  const { speaksFrom, ...header } = decided;
  const bias = space.size - 1;
  const violationUnit = largest([models.violation], bias) / 0x7fff;
  const topicUnit = largest(models.topics, bias) / 0x7f;
  const kept: number[] = [];
  const topicCounts: number[] = [];
  const topicOf: number[] = [];
  const topicWeight: number[] = [];
  for (let at = 0; at < bias; at++) {
    const before = topicOf.length;
    for (const [topic, weights] of models.topics.entries()) {
      const units = Math.round((weights[at] ?? 0) / topicUnit);
      if (units === 0) continue;
      topicOf.push(topic);
      topicWeight.push(units);
    }
    const isNothing = Math.round((models.violation[at] ?? 0) / violationUnit) === 0;
    if (isNothing && topicOf.length === before) continue;
    kept.push(at);
    topicCounts.push(topicOf.length - before);
  }
  const hashes = [...space.places.keys()];
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
      features: kept.length,
      topicWeights: topicOf.length,
    },
    keys: Uint32Array.from(kept, (at) => hashes[at] ?? 0),
    violation: Int16Array.from(kept, (at) => Math.round((models.violation[at] ?? 0) / violationUnit)),
    topicCounts: Uint8Array.from(topicCounts),
    topicOf: Uint8Array.from(topicOf),
    topicWeight: Int8Array.from(topicWeight),
  };
}

function largest(models: readonly Float64Array[], bias: number): number {
  let most = Number.MIN_VALUE;
  for (const weights of models) {
    for (let at = 0; at < bias; at++) most = Math.max(most, Math.abs(weights[at] ?? 0));
  }
  return most;
}
