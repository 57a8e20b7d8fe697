import { describe, expect, it } from 'vitest';
import { blocks, spacedStatistics } from '../language/statistics.ts';
import { classifierOf as classifierIn } from './classifier.ts';
import { endBlock, type FeatureRows, featureRows, makeRoom } from './feature-rows.ts';
import { featureVersion } from './features.ts';
import { decodeWeights, encodeWeights, evidenceDefault, textRisks, type Weights } from './weights.ts';

const classifierOf = (weights: Weights) => classifierIn(weights, spacedStatistics);

const weights: Weights = {
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
      ...textRisks,
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

/** Sentences with these features of words, and no others. */
function features(...sentences: number[][]): FeatureRows {
  const rows = featureRows(sentences.length);
  for (const words of sentences) {
    for (const block of blocks) {
      const held = block === 'words' ? words : [];
      makeRoom(rows, held.length).set(held, rows.count);
      endBlock(rows, rows.count + held.length);
    }
  }
  return rows;
}

describe('a file of weights', () => {
  it('gives back what was written', () => {
    expect(decodeWeights(encodeWeights(weights))).toEqual(weights);
  });

  it('can be read at any place of a larger buffer', () => {
    const bytes = encodeWeights(weights);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodeWeights(shifted.subarray(3))).toEqual(weights);
  });

  it.each([
    ['something else', new Uint8Array(64), 'not a file of weights'],
    ['one that breaks off', encodeWeights(weights).slice(0, -4), 'breaks off'],
    ['one that goes on', new Uint8Array([...encodeWeights(weights), 0, 0, 0, 0]), 'goes on'],
  ])('is refused when it is %s', (_, bytes, reason) => {
    expect(() => decodeWeights(bytes)).toThrow(reason);
  });
});

describe('a classifier', () => {
  it('says nothing of a sentence that is far from any threshold', () => {
    expect(classifierOf(weights).judge(features([500], [1, 2, 3]), [], 0).sentences).toEqual([null, null]);
  });

  it('speaks of the likeliest topic, above its threshold only', () => {
    const [sure, unsure, silent] = classifierOf(weights).judge(
      features([7], [7, 500], [4_000_000_000]),
      [],
      0,
    ).sentences;
    expect(sure).toMatchObject({ topic: 'disease_claim', speaks: true });
    expect(unsure).toMatchObject({ topic: 'disease_claim', speaks: false });
    expect(silent).toMatchObject({ topic: 'green_claim', speaks: false });
  });

  it('believes a sentence less in honest company', () => {
    const { judge } = classifierOf({ ...weights, header: { ...weights.header, companyShare: 1 } });
    const [alone] = judge(features([7]), [], 0).sentences;
    const [among] = judge(features([7], [500], [500], [500]), [], 0).sentences;
    expect(among?.probability).toBeLessThan(alone?.probability ?? 0);
  });

  it('reads a text as lawful, as violating with its loudest sentences first, or as neither', () => {
    const { judge } = classifierOf(weights);
    expect(judge(features([500], [500]), [], 0).text).toMatchObject({ isLawful: true });
    expect(judge(features([500], [7]), [], 0).text).toMatchObject({ isLawful: false });
    expect(judge(features([500], [7]), [], 0).text.accused()).toEqual([]);
    expect(judge(features([1], [7]), [], 0).text.accused()).toEqual([
      { sentence: 1, topic: 'disease_claim' },
      { sentence: 0, topic: 'disease_claim' },
    ]);
  });

  it('counts a feature of a text once, however often it stands there', () => {
    const { judge } = classifierOf(weights);
    const [once, often] = [
      [7, 1, 1],
      [7, 7, 7],
    ].map((words) => judge(features(words), [], 0).text.probability);
    expect(often).toBe(once);
  });

  it('weighs the loudest sentence, what rules found and the length of a text, as far as they count', () => {
    const weighing = (evidence: Partial<typeof evidenceDefault>, found: number): number =>
      classifierOf({
        ...weights,
        header: {
          ...weights.header,
          text: { ...weights.header.text, evidence: { ...evidenceDefault, ...evidence } },
        },
      }).judge(features([7], [500]), [], found).text.probability;
    const plain = weighing({}, 3);
    expect(weighing({}, 0)).toBe(plain);
    expect(weighing({ loudest: 1 }, 0)).toBeGreaterThan(plain);
    expect(weighing({ found: 1 }, 3)).toBeGreaterThan(plain);
    expect(weighing({ found: 1 }, 0)).toBe(plain);
    expect(weighing({ length: -1 }, 0)).toBeLessThan(plain);
  });

  it('refuses weights that were trained on other features', () => {
    const stale = { ...weights, header: { ...weights.header, featureVersion: featureVersion + 1 } };
    expect(() => classifierOf(stale)).toThrow('train them again');
  });
});
