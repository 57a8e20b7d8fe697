/** Kinds of features of a sentence, and of a text. */
export const blocks = ['words', 'grams', 'lexicons', 'flags', 'before', 'after'] as const;
export type Block = (typeof blocks)[number];
export const textBlocks = ['words', 'grams', 'lexicons', 'flags'] as const;
type TextBlock = (typeof textBlocks)[number];

/**
 * The classifier's settings for a language: all that differs between languages in its features, training and thresholds.
 * Lengths are in words of the language unless they say otherwise. Changing one means to train its sites again, and to
 * raise `featureVersion` where it changes a feature.
 */
export interface ClassifierSettings {
  /** Whether words have forms: runs are then of stems, which stand beside the words themselves. */
  readonly hasStems: boolean;
  /** Whether words stand side by side, so that characters between them, or drawn oddly, are signs of disguise. */
  readonly hasDisguiseSigns: boolean;
  /** The longest run of words that is a feature. */
  readonly runMax: number;
  /** Lengths of character n-grams within a word; null where a word is a character. */
  readonly grams: { readonly min: number; readonly max: number } | null;
  /** The length of a sentence is a feature in steps of two to this power. */
  readonly lengthShift: number;
  /** The length of each block's part of the vector of a sentence, and of a text. Chosen by cross-validation. */
  readonly sentence: Readonly<Record<Block, number>>;
  readonly text: Readonly<Record<TextBlock, number>>;
  /** Length of the core of a claim: its words with the highest score, which a denial would have to reach. */
  readonly coreWords: number;
  /** A claim whose own sentences violate with this probability is reported, however lawful the text around it reads. */
  readonly claimThreshold: number;
  /** A shorter text is not flagged where no rule and no sentence was reported: a greeting proves nothing. */
  readonly flaggedWordsMin: number;
  /** A shorter text does not show whether it is lawful as a whole. */
  readonly textWordsMin: number;
  /** Characters: a sentence of at most `sentenceMax` is reported whole; of a longer one the clause, if not tiny. */
  readonly reported: { readonly sentenceMax: number; readonly clauseMin: number };
}

/** Languages that inflect their words and put spaces between them. */
export const spacedClassifier: ClassifierSettings = {
  hasStems: true,
  hasDisguiseSigns: false,
  runMax: 3,
  grams: { min: 3, max: 5 },
  lengthShift: 2,
  sentence: { words: 1.3, grams: 0.8, lexicons: 1.4, flags: 0.5, before: 0.1, after: 0.1 },
  text: { words: 1.45, grams: 0.7, lexicons: 2.2, flags: 3.1 },
  coreWords: 3,
  // Of 270 blunt claims put into lawful copy 17 were dropped at 0.8, 4 here; no lawful copy of the corpus is found by it.
  claimThreshold: 0.65,
  // Below it no text of the labelled files was flagged rightly, and lines of packing and price were flagged.
  flaggedWordsMin: 18,
  textWordsMin: 20,
  reported: { sentenceMax: 140, clauseMin: 20 },
};
