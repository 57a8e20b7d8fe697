import { type Block, blocks, type ClassifierSettings } from '../language/classifier-settings.ts';
import { blockStart, countWordFeatures } from './feature-rows.ts';
import type { FeatureTable } from './feature-table.ts';
import type { Parameters } from './parameters.ts';
import type { WeightedRows } from './sentence-scores.ts';

/** Keeps the value of a feature in a text of a few words from outweighing all others. */
const wordFeaturesMin = 25;

/** Returns what each feature of a text counts by, which is less in a longer text. */
export const textScale = (wordFeatures: number): number => 1 / Math.sqrt(wordFeaturesMin + wordFeatures);

/**
 * Scores sentences, from `first` to before `end`, as one text. Each feature counts once, and disclaimers do not count.
 */
export type TextScorer = (
  weighted: WeightedRows,
  disclaimers: readonly boolean[],
  first: number,
  end: number,
) => number;

/** Makes the scorer of texts. */
export function textScorer(
  { text: parameters }: Parameters,
  { entries }: FeatureTable,
  settings: ClassifierSettings,
): TextScorer {
  /** The value of a feature by its block; 0 in a block that the model of texts leaves out. */
  const values: Readonly<Record<Block, number>> = { before: 0, after: 0, ...settings.text };
  /** A bit for each slot: whether its feature was counted. */
  const counted = new Int32Array((entries.length >>> 6) + 1);
  return ({ rows, slots, weights }, disclaimers, first, end) => {
    counted.fill(0);
    let total = 0;
    let wordFeatures = 0;
    for (let sentence = first; sentence < end; sentence++) {
      if (disclaimers[sentence]) continue;
      wordFeatures += countWordFeatures(rows, sentence, sentence + 1);
      for (let block = 0; block < blocks.length; block++) {
        const value = values[blocks[block] as Block];
        if (value === 0) continue;
        const blockEnd = blockStart(rows, sentence, block + 1);
        let sum = 0;
        for (let n = blockStart(rows, sentence, block); n < blockEnd; n++) {
          const slot = slots[n] ?? -1;
          if (slot < 0) continue;
          const word = counted[slot >>> 5] ?? 0;
          const bit = 1 << (slot & 31);
          if ((word & bit) !== 0) continue;
          counted[slot >>> 5] = word | bit;
          sum += (weights[n] ?? 0) >> 16;
        }
        total += sum * value;
      }
    }
    return parameters.bias + total * parameters.scale * textScale(wordFeatures);
  };
}
