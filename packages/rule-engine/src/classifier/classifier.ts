import { type Block, blocks, type Statistics } from '../language/statistics.ts';
import { blockStart, type FeatureRows } from './feature-rows.ts';
import { type FeatureTable, type Found, featureTableOf } from './feature-table.ts';
import { featureVersion } from './features.ts';
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
  /** How much words speak for a violation, by themselves: the only unit of the rows. */
  readonly weigh: (words: FeatureRows) => number;
  /**
   * @param sentences the features of each
   * @param disclaimers of each sentence whether it is one; the text is read without them
   * @param found in how many places of the text rules have found violations
   */
  readonly judge: (sentences: FeatureRows, disclaimers: readonly boolean[], found: number) => Opinions;
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
  const read = (rows: FeatureRows): Read => ({ rows, ...table.lookUp(rows.hashes, rows.count) });
  const biases = Float64Array.from(header.topics, ({ bias }) => bias);
  const bestTopicOf = (of: Read, sentence: number): { topic: number; score: number } =>
    bestTopic(topicScores(weights, table, biases, statistics, of, sentence));
  const opinionOf = (of: Read, sentence: number, score: number): Opinion | null => {
    const best = bestTopicOf(of, sentence);
    const topic = header.topics[best.topic];
    if (!topic) return null;
    const probability = probabilityOf(header.calibration, score + header.topicShare * best.score);
    return {
      topic: topic.id,
      probability,
      speaks: topic.speaksFrom !== null && probability >= topic.speaksFrom,
    };
  };
  const accusedOf = (of: Read, scores: readonly number[]): ReturnType<TextOpinion['accused']> =>
    [...scores.keys()]
      .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
      .slice(0, accusedMax)
      .flatMap((sentence) => {
        const best = bestTopicOf(of, sentence);
        const topic = best.score >= header.text.accusedTopicMin ? header.topics[best.topic]?.id : undefined;
        return topic === undefined ? [] : [{ sentence, topic }];
      });
  const weighText = textWeigher(weights, table, statistics);
  return {
    header,
    weigh: (words) => scoreOf(weights, statistics, read(words), 0),
    judge(sentences, disclaimers, found) {
      const all = read(sentences);
      const scores = Array.from({ length: sentences.units }, (_, sentence) =>
        scoreOf(weights, statistics, all, sentence),
      );
      const probabilityIn = (from: number, to: number): number =>
        probabilityOf(
          header.text.calibration,
          evidenceOf(header.text.evidence, {
            text: weighText(all, disclaimers, from, to),
            loudest: loudestOf(scores.slice(from, to)),
            found,
            length: lengthOf(sentences, from, to),
          }),
        );
      const company = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
      const probability = probabilityIn(0, sentences.units);
      return {
        text: {
          probability,
          isLawful: probability < header.text.lawfulBelow,
          isSurelyLawful: probability < header.text.surelyLawfulBelow,
          isSure: probability >= header.text.sureFrom,
          isLawfulAround(first, last) {
            const from = Math.max(0, first - windowSentences);
            const to = Math.min(sentences.units, last + 1 + windowSentences);
            const isLoud = () => probabilityIn(first, last + 1) >= statistics.loudFrom;
            return probabilityIn(from, to) < header.text.lawfulBelow && !isLoud();
          },
          accused: () => (probability >= header.text.accusesFrom ? accusedOf(all, scores) : []),
        },
        sentences: scores.map((own, sentence) => {
          const score = own + header.companyShare * company;
          return score < header.violationMin ? null : opinionOf(all, sentence, score);
        }),
      };
    },
  };
}

/** The features of sentences, and what is known of them. */
interface Read extends Found {
  readonly rows: FeatureRows;
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

/** How many features of words the sentences have, from the first to before the last. */
export function lengthOf(sentences: FeatureRows, from: number, to: number): number {
  let length = 0;
  for (let sentence = from; sentence < to; sentence++)
    length += blockStart(sentences, sentence, 1) - blockStart(sentences, sentence, 0);
  return length;
}

/** Keeps the value of a feature in a text of a few words from outweighing all. */
const textWordsMin = 25;

/** What every feature of a text of such a length counts by: less in a longer text. */
export const textScale = (length: number): number => 1 / Math.sqrt(textWordsMin + length);

/** Scores a stretch of sentences as a text, in which each feature counts once. */
function textWeigher({ header }: Weights, { entries }: FeatureTable, statistics: Statistics) {
  /** What a feature counts in the model of texts; nothing in a block that it does not read. */
  const values: Readonly<Record<Block, number>> = { before: 0, after: 0, ...statistics.text };
  /** A bit a place: whether the text has counted its feature. */
  const counted = new Int32Array((entries.length >>> 6) + 1);
  return (
    { rows, places, weights }: Read,
    disclaimers: readonly boolean[],
    from: number,
    to: number,
  ): number => {
    counted.fill(0);
    let all = 0;
    let length = 0;
    for (let sentence = from; sentence < to; sentence++) {
      if (disclaimers[sentence]) continue;
      length += lengthOf(rows, sentence, sentence + 1);
      for (let block = 0; block < blocks.length; block++) {
        const value = values[blocks[block] as Block];
        if (value === 0) continue;
        const end = blockStart(rows, sentence, block + 1);
        let sum = 0;
        for (let n = blockStart(rows, sentence, block); n < end; n++) {
          const place = places[n] ?? -1;
          if (place < 0) continue;
          const word = counted[place >>> 5] ?? 0;
          const bit = 1 << (place & 31);
          if ((word & bit) !== 0) continue;
          counted[place >>> 5] = word | bit;
          sum += (weights[n] ?? 0) >> 16;
        }
        all += sum * value;
      }
    }
    return header.text.bias + all * header.text.unit * textScale(length);
  };
}

/** How much a sentence speaks for a violation. */
function scoreOf(
  { header }: Weights,
  statistics: Statistics,
  { rows, weights }: Read,
  sentence: number,
): number {
  let score = header.violationBias;
  for (let block = 0; block < blocks.length; block++) {
    const start = blockStart(rows, sentence, block);
    const end = blockStart(rows, sentence, block + 1);
    let sum = 0;
    for (let n = start; n < end; n++) sum += ((weights[n] ?? 0) << 16) >> 16;
    if (end > start)
      score += sum * header.violationUnit * valueIn(statistics, blocks[block] as Block, end - start);
  }
  return score;
}

function topicScores(
  { header, topicOf, topicWeight }: Weights,
  { topicsFrom }: FeatureTable,
  biases: Float64Array,
  statistics: Statistics,
  { rows, places }: Read,
  sentence: number,
): Float64Array {
  const scores = biases.slice();
  for (let block = 0; block < blocks.length; block++) {
    const start = blockStart(rows, sentence, block);
    const end = blockStart(rows, sentence, block + 1);
    if (end === start) continue;
    const unit = header.topicUnit * valueIn(statistics, blocks[block] as Block, end - start);
    for (let n = start; n < end; n++) {
      const place = places[n] ?? -1;
      if (place < 0) continue;
      const last = topicsFrom[place + 1] ?? 0;
      for (let at = topicsFrom[place] ?? 0; at < last; at++) {
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
