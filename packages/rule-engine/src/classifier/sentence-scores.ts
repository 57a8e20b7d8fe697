import { type Block, blocks, type ClassifierSettings } from '../language/classifier-settings.ts';
import { blockStart, type FeatureRows } from './feature-rows.ts';
import type { FeatureLookup, FeatureTable } from './feature-table.ts';
import type { Parameters } from './parameters.ts';
import type { Weights } from './weights.ts';

/** The features of sentences, with their slots and weights. */
export interface WeightedRows extends FeatureLookup {
  readonly rows: FeatureRows;
}

/** Returns the value of each feature of a block: the block's share of the vector, by the number of its features. */
export const featureValue = (settings: ClassifierSettings, block: Block, count: number): number =>
  settings.sentence[block] / Math.sqrt(count);

/** Scores how much a sentence looks like a violation: above 0 for more probable than not, before calibration. */
export function scoreSentence(
  { sentence: { bias, scale } }: Parameters,
  settings: ClassifierSettings,
  { rows, weights }: WeightedRows,
  sentence: number,
): number {
  let score = bias;
  for (let block = 0; block < blocks.length; block++) {
    const start = blockStart(rows, sentence, block);
    const end = blockStart(rows, sentence, block + 1);
    let sum = 0;
    for (let n = start; n < end; n++) sum += ((weights[n] ?? 0) << 16) >> 16;
    if (end > start) score += sum * scale * featureValue(settings, blocks[block] as Block, end - start);
  }
  return score;
}

/** A topic, by its index, and its score. */
export interface TopicScore {
  readonly topic: number;
  readonly score: number;
}

/** Finds the topic with the highest score for a sentence; the first of several that score alike. */
export type TopicScorer = (weighted: WeightedRows, sentence: number) => TopicScore;

/** Makes the scorer of topics. */
export function topicScorer(
  { topicOf, topicWeight }: Weights,
  { topicStarts }: FeatureTable,
  { topics, topicScale }: Parameters,
  settings: ClassifierSettings,
): TopicScorer {
  const biases = Float64Array.from(topics, ({ bias }) => bias);
  return ({ rows, slots }, sentence) => {
    const scores = biases.slice();
    for (let block = 0; block < blocks.length; block++) {
      const start = blockStart(rows, sentence, block);
      const end = blockStart(rows, sentence, block + 1);
      if (end === start) continue;
      const scale = topicScale * featureValue(settings, blocks[block] as Block, end - start);
      for (let n = start; n < end; n++) {
        const slot = slots[n] ?? -1;
        if (slot < 0) continue;
        const last = topicStarts[slot + 1] ?? 0;
        for (let at = topicStarts[slot] ?? 0; at < last; at++) {
          const topic = topicOf[at] ?? 0;
          scores[topic] = (scores[topic] ?? 0) + (topicWeight[at] ?? 0) * scale;
        }
      }
    }
    return highest(scores);
  };
}

function highest(scores: Float64Array): TopicScore {
  let topic = 0;
  for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[topic] ?? 0)) topic = at;
  return { topic, score: scores[topic] ?? 0 };
}
