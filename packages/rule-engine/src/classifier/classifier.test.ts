import { describe, expect, it } from 'vitest';
import { blocks, spacedClassifier } from '../language/classifier-settings.ts';
import { classifierOf as classifierIn } from './classifier.ts';
import { endBlock, type FeatureRows, featureRows, makeRoom } from './feature-rows.ts';
import { featureVersion } from './features.ts';
import { weights } from './weights.rows.ts';
import type { Weights } from './weights.ts';
import { evidenceDefault } from './weights-header.ts';

const classifierOf = (trained: Weights) => classifierIn(trained, spacedClassifier);

/** Sentences with these features of words and no others. */
function features(...sentences: number[][]): FeatureRows {
  const rows = featureRows(sentences.length);
  for (const words of sentences) {
    for (const block of blocks) {
      const hashes = block === 'words' ? words : [];
      makeRoom(rows, hashes.length).set(hashes, rows.length);
      endBlock(rows, rows.length + hashes.length);
    }
  }
  return rows;
}

describe('a classifier', () => {
  it('has no prediction for a sentence that is far from any threshold', () => {
    expect(classifierOf(weights).predict(features([500], [1, 2, 3]), [], 0).sentences).toEqual([null, null]);
  });

  it('reports a sentence above the threshold of its most probable topic only', () => {
    const [above, below, never] = classifierOf(weights).predict(
      features([7], [7, 500], [4_000_000_000]),
      [],
      0,
    ).sentences;
    expect(above).toMatchObject({ topic: 'disease_claim', isReported: true });
    expect(below).toMatchObject({ topic: 'disease_claim', isReported: false });
    expect(never).toMatchObject({ topic: 'green_claim', isReported: false });
  });

  it('finds a sentence less probable among lawful ones', () => {
    const { predict } = classifierOf({ ...weights, header: { ...weights.header, companyShare: 1 } });
    const [alone] = predict(features([7]), [], 0).sentences;
    const [among] = predict(features([7], [500], [500], [500]), [], 0).sentences;
    expect(among?.probability).toBeLessThan(alone?.probability ?? 0);
  });

  it('predicts that a text is lawful, violating with the sentences of highest score first, or neither', () => {
    const { predict } = classifierOf(weights);
    expect(predict(features([500], [500]), [], 0).text).toMatchObject({ isLawful: true });
    expect(predict(features([500], [7]), [], 0).text).toMatchObject({ isLawful: false });
    expect(predict(features([500], [7]), [], 0).text.flaggedSentences()).toEqual([]);
    expect(predict(features([1], [7]), [], 0).text.flaggedSentences()).toEqual([
      { sentence: 1, topic: 'disease_claim' },
      { sentence: 0, topic: 'disease_claim' },
    ]);
  });

  it('counts a feature of a text once, however often it occurs', () => {
    const { predict } = classifierOf(weights);
    const [once, often] = [
      [7, 1, 1],
      [7, 7, 7],
    ].map((words) => predict(features(words), [], 0).text.probability);
    expect(often).toBe(once);
  });

  it('combines the score of a text with its highest sentence, findings of rules and length, by their weights', () => {
    const probabilityWith = (evidence: Partial<typeof evidenceDefault>, ruleFindings: number): number =>
      classifierOf({
        ...weights,
        header: {
          ...weights.header,
          text: { ...weights.header.text, evidence: { ...evidenceDefault, ...evidence } },
        },
      }).predict(features([7], [500]), [], ruleFindings).text.probability;
    const plain = probabilityWith({}, 3);
    expect(probabilityWith({}, 0)).toBe(plain);
    expect(probabilityWith({ loudest: 1 }, 0)).toBeGreaterThan(plain);
    expect(probabilityWith({ found: 1 }, 3)).toBeGreaterThan(plain);
    expect(probabilityWith({ found: 1 }, 0)).toBe(plain);
    expect(probabilityWith({ length: -1 }, 0)).toBeLessThan(plain);
  });

  it('refuses weights that were trained on other features', () => {
    const stale = { ...weights, header: { ...weights.header, featureVersion: featureVersion + 1 } };
    expect(() => classifierOf(stale)).toThrow('train them again');
  });
});
