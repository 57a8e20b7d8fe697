import { type Block, blocks, type Statistics } from '../../language/statistics.ts';
import { type FeatureTable, featureTableOf } from './feature-table.ts';
import { type Features, featureVersion } from './features.ts';
import type { EvidenceWeights, Weights, WeightsHeader } from './weights.ts';

/** What the classifier makes of one sentence. */
export interface Opinion {
  /** The topic that it violates likeliest. */
  readonly topic: string;
  /** Calibrated probability that it violates something. */
  readonly probability: number;
  /** Whether that is enough to speak of this topic. */
  readonly speaks: boolean;
}

/** What the classifier makes of a whole text. */
export interface TextOpinion {
  /** Calibrated probability that it violates something. */
  readonly probability: number;
  /** It reads like lawful copy: of one who warns, teaches, corrects or limits what is claimed. */
  readonly isLawful: boolean;
  /** So like lawful copy that it need not be said of each claim. */
  readonly isSurelyLawful: boolean;
  /** So like violating copy that no turn of speech in its sentences takes that back. */
  readonly isSure: boolean;
  /** Whether it reads so around the given sentences as well: honest words elsewhere clear nothing here. */
  readonly isLawfulAround: (first: number, last: number) => boolean;
  /** Where it reads like violating copy: its loudest sentences, loudest first, with the likeliest topic of each. */
  readonly accused: () => readonly { readonly sentence: number; readonly topic: string }[];
}

/** What the classifier makes of a text and of its sentences. */
export interface Opinions {
  readonly text: TextOpinion;
  /** Null for most sentences, which are far from any threshold. */
  readonly sentences: readonly (Opinion | null)[];
}

/** A trained classifier, ready to be asked. */
export interface Classifier {
  readonly header: WeightsHeader;
  /** How much words speak for a violation, by themselves. */
  readonly weigh: (features: Features) => number;
  /**
   * @param disclaimers of each sentence whether it is one; the text is read without them
   * @param found in how many places of the text rules have found violations
   */
  readonly judge: (
    sentences: readonly Features[],
    disclaimers: readonly boolean[],
    found: number,
  ) => Opinions;
}

/** Sentences on either side that belong to what stands around a claim. */
const windowSentences = 2;

/** Sentences that an accused text may be shown by. */
const accusedMax = 3;

/**
 * Makes weights ready. Throws an Error when they were trained on features that this code no longer computes.
 * @param statistics of the language that they were trained on
 */
export function classifierOf(weights: Weights, statistics: Statistics): Classifier {
  const { header } = weights;
  if (header.featureVersion !== featureVersion) {
    throw new Error(
      `the weights know features ${header.featureVersion}, not ${featureVersion}: train them again`,
    );
  }
  const table = featureTableOf(weights);
  const topicStarts = startsOf(weights.topicCounts);
  const weigh = (features: Features): number => scoreOf(weights, table, statistics, features);
  const bestTopicOf = (features: Features): { topic: number; score: number } =>
    bestTopic(topicScores(weights, table, topicStarts, statistics, features));
  const opinionOf = (features: Features, score: number): Opinion | null => {
    const best = bestTopicOf(features);
    const topic = header.topics[best.topic];
    if (!topic) return null;
    const probability = probabilityOf(header.calibration, score + header.topicShare * best.score);
    return {
      topic: topic.id,
      probability,
      speaks: topic.speaksFrom !== null && probability >= topic.speaksFrom,
    };
  };
  const accusedOf = (
    sentences: readonly Features[],
    scores: readonly number[],
  ): ReturnType<TextOpinion['accused']> =>
    [...scores.keys()]
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, accusedMax)
      .flatMap((sentence) => {
        const features = sentences[sentence];
        const best = features && bestTopicOf(features);
        const topic =
          best && best.score >= header.text.accusedTopicMin ? header.topics[best.topic]?.id : undefined;
        return topic === undefined ? [] : [{ sentence, topic }];
      });
  const weighAll = textWeigher(weights, table, statistics);
  const believed = (
    sentences: readonly Features[],
    text: number,
    scores: readonly number[],
    found: number,
  ): number =>
    probabilityOf(
      header.text.calibration,
      evidenceOf(header.text.evidence, {
        text,
        loudest: loudestOf(scores),
        found,
        length: lengthOf(sentences),
      }),
    );
  return {
    header,
    weigh,
    judge(sentences, disclaimers, found) {
      const { scores, ofText } = weighAll(sentences, disclaimers);
      const probabilityIn = (from: number, to: number): number => {
        const own = sentences.slice(from, to);
        const weighed = weighAll(own, disclaimers.slice(from, to));
        return believed(own, weighed.ofText, weighed.scores, found);
      };
      const company = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
      const probability = believed(sentences, ofText, scores, found);
      return {
        text: {
          probability,
          isLawful: probability < header.text.lawfulBelow,
          isSurelyLawful: probability < header.text.surelyLawfulBelow,
          isSure: probability >= header.text.sureFrom,
          isLawfulAround(first, last) {
            const around = probabilityIn(Math.max(0, first - windowSentences), last + 1 + windowSentences);
            return around < header.text.lawfulBelow && probabilityIn(first, last + 1) < statistics.loudFrom;
          },
          accused: () => (probability >= header.text.accusesFrom ? accusedOf(sentences, scores) : []),
        },
        sentences: sentences.map((features, at) => {
          const score = (scores[at] ?? 0) + header.companyShare * company;
          return score < header.violationMin ? null : opinionOf(features, score);
        }),
      };
    },
  };
}

const probabilityOf = ({ slope, offset }: WeightsHeader['calibration'], score: number): number =>
  1 / (1 + Math.exp(-(slope * score + offset)));

/** Value of one feature: its block's share, by the number of features in the block. */
export const valueIn = (statistics: Statistics, block: Block, count: number): number =>
  statistics.sentence[block] / Math.sqrt(count);

/** What is known of a text. */
export interface Evidence {
  /** Score of the text by the model of whole texts. */
  readonly text: number;
  /** Score of the sentence that speaks loudest for a violation. */
  readonly loudest: number;
  /** In how many places rules have found violations. */
  readonly found: number;
  /** How many features of words it has: of many sentences the loudest is louder. */
  readonly length: number;
}

/** What speaks for a text's violating, as one score. */
export const evidenceOf = (weights: EvidenceWeights, { text, loudest, found, length }: Evidence): number =>
  weights.text * text +
  weights.loudest * loudest +
  weights.found * Math.log1p(found) +
  weights.length * Math.log1p(length);

export const loudestOf = (scores: readonly number[]): number =>
  scores.reduce((most, score) => Math.max(most, score), scores[0] ?? 0);

export const lengthOf = (sentences: readonly Features[]): number =>
  sentences.reduce((sum, { words }) => sum + words.length, 0);

/** Keeps the value of a feature in a text of a few words from outweighing all. */
const textWordsMin = 25;

/** What every feature of a text counts by, from the features of its sentences: less in a longer text. */
export function textScale(sentences: readonly Features[]): number {
  return 1 / Math.sqrt(textWordsMin + lengthOf(sentences));
}

/** Scores the sentences of a text and the text itself, each feature looked up once; a text counts it once, too. */
function textWeigher({ header }: Weights, { entries, placesOf }: FeatureTable, statistics: Statistics) {
  /** What a feature counts in the model of texts; nothing in a block that it does not read. */
  const textValues: Readonly<Record<Block, number>> = { before: 0, after: 0, ...statistics.text };
  /** A bit a place: whether the text has counted its feature. */
  const counted = new Int32Array((entries.length >>> 6) + 1);
  return (
    sentences: readonly Features[],
    disclaimers: readonly boolean[],
  ): { scores: number[]; ofText: number } => {
    counted.fill(0);
    let ofText = 0;
    const scores = sentences.map((features, number) => {
      const isPassedOver = disclaimers[number] ?? false;
      let score = header.violationBias;
      for (const block of blocks) {
        const hashes = features[block];
        const isRead = !isPassedOver && textValues[block] > 0;
        let sum = 0;
        let sumOfText = 0;
        const places = placesOf(hashes);
        for (let n = 0; n < hashes.length; n++) {
          const place = places[n] ?? -1;
          if (place < 0) continue;
          const weights = entries[place * 2 + 1] ?? 0;
          sum += (weights << 16) >> 16;
          if (!isRead) continue;
          const word = counted[place >>> 5] ?? 0;
          const bit = 1 << (place & 31);
          if ((word & bit) !== 0) continue;
          counted[place >>> 5] = word | bit;
          sumOfText += weights >> 16;
        }
        if (hashes.length > 0)
          score += sum * header.violationUnit * valueIn(statistics, block, hashes.length);
        ofText += sumOfText * textValues[block];
      }
      return score;
    });
    const scale = textScale(sentences.filter((_, number) => !disclaimers[number]));
    return { scores, ofText: header.text.bias + ofText * header.text.unit * scale };
  };
}

function scoreOf(
  { header }: Weights,
  { entries, placesOf }: FeatureTable,
  statistics: Statistics,
  features: Features,
): number {
  let score = header.violationBias;
  for (const block of blocks) {
    const hashes = features[block];
    let sum = 0;
    const places = placesOf(hashes);
    for (let n = 0; n < hashes.length; n++) {
      const place = places[n] ?? -1;
      if (place >= 0) sum += ((entries[place * 2 + 1] ?? 0) << 16) >> 16;
    }
    if (hashes.length > 0) score += sum * header.violationUnit * valueIn(statistics, block, hashes.length);
  }
  return score;
}

function topicScores(
  { header, topicOf, topicWeight }: Weights,
  { featureOf, placesOf }: FeatureTable,
  starts: Uint32Array,
  statistics: Statistics,
  features: Features,
): Float64Array {
  const scores = Float64Array.from(header.topics, ({ bias }) => bias);
  for (const block of blocks) {
    const hashes = features[block];
    const unit = hashes.length > 0 ? header.topicUnit * valueIn(statistics, block, hashes.length) : 0;
    const places = placesOf(hashes);
    for (let n = 0; n < hashes.length; n++) {
      const feature = featureOf[places[n] ?? -1] ?? -1;
      const end = starts[feature + 1] ?? 0;
      for (let at = starts[feature] ?? 0; at < end; at++) {
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
