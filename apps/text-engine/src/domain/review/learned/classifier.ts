import { type Block, blocks, blockWeights, type Features, featureVersion } from './features.ts';
import type { Weights, WeightsHeader } from './weights.ts';

/** What the classifier makes of one sentence. */
export interface Opinion {
  /** The topic that it violates likeliest. */
  readonly topic: string;
  /** Calibrated probability that it violates something. */
  readonly probability: number;
  /** Whether that is enough to speak of this topic. */
  readonly speaks: boolean;
}

/** A trained classifier, ready to be asked. */
export interface Classifier {
  readonly header: WeightsHeader;
  /** How much words speak for a violation, by themselves. */
  readonly weigh: (features: Features) => number;
  /** An opinion of every sentence of a text; null for most, which are far from any threshold. */
  readonly judge: (sentences: readonly Features[]) => (Opinion | null)[];
}

/** Makes weights ready. Throws an Error when they were trained on features that this code no longer computes. */
export function classifierOf(weights: Weights): Classifier {
  const { header } = weights;
  if (header.featureVersion !== featureVersion) {
    throw new Error(
      `the weights know features ${header.featureVersion}, not ${featureVersion}: train them again`,
    );
  }
  const indexOf = indexed(weights.keys);
  const topicStarts = startsOf(weights.topicCounts);
  const weigh = (features: Features): number => scoreOf(weights, indexOf, features);
  const opinionOf = (features: Features, score: number): Opinion | null => {
    const best = bestTopic(topicScores(weights, indexOf, topicStarts, features));
    const topic = header.topics[best.topic];
    if (!topic) return null;
    const { slope, offset } = header.calibration;
    const probability = sigmoid(slope * (score + header.topicShare * best.score) + offset);
    return {
      topic: topic.id,
      probability,
      speaks: topic.speaksFrom !== null && probability >= topic.speaksFrom,
    };
  };
  return {
    header,
    weigh,
    judge(sentences) {
      const scores = sentences.map(weigh);
      const company = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
      return sentences.map((features, at) => {
        const score = (scores[at] ?? 0) + header.companyShare * company;
        return score < header.violationMin ? null : opinionOf(features, score);
      });
    },
  };
}

const sigmoid = (score: number): number => 1 / (1 + Math.exp(-score));

/** Value of one feature: its block's share, by the number of features in the block. */
export const valueIn = (block: Block, count: number): number => blockWeights[block] / Math.sqrt(count);

type Index = (hash: number) => number;

function scoreOf({ header, violation }: Weights, indexOf: Index, features: Features): number {
  let score = header.violationBias;
  for (const block of blocks) {
    const hashes = features[block];
    let sum = 0;
    for (const hash of hashes) {
      const at = indexOf(hash);
      if (at >= 0) sum += violation[at] ?? 0;
    }
    if (hashes.length > 0) score += sum * header.violationUnit * valueIn(block, hashes.length);
  }
  return score;
}

function topicScores(
  weights: Weights,
  indexOf: Index,
  starts: Uint32Array,
  features: Features,
): Float64Array {
  const { header, topicOf, topicWeight } = weights;
  const scores = Float64Array.from(header.topics, ({ bias }) => bias);
  for (const block of blocks) {
    const hashes = features[block];
    const unit = hashes.length > 0 ? header.topicUnit * valueIn(block, hashes.length) : 0;
    for (const hash of hashes) {
      const feature = indexOf(hash);
      if (feature < 0) continue;
      for (let at = starts[feature] ?? 0; at < (starts[feature + 1] ?? 0); at++) {
        const topic = topicOf[at] ?? 0;
        scores[topic] = (scores[topic] ?? 0) + (topicWeight[at] ?? 0) * unit;
      }
    }
  }
  return scores;
}

function bestTopic(scores: Float64Array): { topic: number; score: number } {
  let topic = 0;
  for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[topic] ?? 0)) topic = at;
  return { topic, score: scores[topic] ?? 0 };
}

function startsOf(counts: Uint8Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  for (let at = 0; at < counts.length; at++) starts[at + 1] = (starts[at] ?? 0) + (counts[at] ?? 0);
  return starts;
}

/** Where a hash stands among the keys, or -1: open addressing with at most half of the places taken. */
function indexed(keys: Uint32Array): Index {
  const size = 1 << Math.ceil(Math.log2(keys.length * 2 + 2));
  const places = new Int32Array(size).fill(-1);
  for (let at = 0; at < keys.length; at++) {
    let place = (keys[at] ?? 0) & (size - 1);
    while ((places[place] ?? -1) >= 0) place = (place + 1) & (size - 1);
    places[place] = at;
  }
  return (hash) => {
    let place = hash & (size - 1);
    for (;;) {
      const at = places[place] ?? -1;
      if (at < 0 || keys[at] === hash) return at;
      place = (place + 1) & (size - 1);
    }
  };
}
