/** Kinds of features by which the learned reviewer reads a sentence, and the text. */
export const blocks = ['words', 'grams', 'lexicons', 'flags', 'before', 'after'] as const;
export type Block = (typeof blocks)[number];
export const textBlocks = ['words', 'grams', 'lexicons', 'flags'] as const;
type TextBlock = (typeof textBlocks)[number];

/**
 * How the learned reviewer counts a language: all that differs between languages, in its features and in the training.
 * Lengths are in words of the language unless they say otherwise. To change one means to train its sites again, and to
 * raise `featureVersion` where it changes a feature.
 */
export interface Statistics {
  /** Whether words have forms: runs are then of stems, which stand beside the words themselves. */
  readonly hasStems: boolean;
  /** Whether characters stand side by side, so that what comes between them, or is drawn oddly, tells of disguise. */
  readonly tellsDisguise: boolean;
  /** The longest run of words that is a feature. */
  readonly runMax: number;
  /** Lengths of the runs of characters within a word; null where a word is a character. */
  readonly grams: { readonly min: number; readonly max: number } | null;
  /** The length of a sentence is told in steps of two to this power. */
  readonly lengthShift: number;
  /** The length of each block's part of the vector of a sentence, and of a text. Chosen by cross-validation. */
  readonly sentence: Readonly<Record<Block, number>>;
  readonly text: Readonly<Record<TextBlock, number>>;
  /** Few words that speak loudest for a violation: what a denial would have to reach. */
  readonly coreWords: number;
  /** A claim whose own sentence is as likely as this to violate stands, however honest what is around it. */
  readonly loudFrom: number;
  /** A text of fewer words than this is not accused where no rule and no sentence speaks: a greeting proves nothing. */
  readonly accusedWordsMin: number;
  /** Fewer words than this tell nothing of who speaks, and why. */
  readonly textWordsMin: number;
  /** A sentence of as many characters is shown whole; of a longer one the clause that weighs most, if it is not tiny. */
  readonly shown: { readonly sentenceMax: number; readonly clauseMin: number };
}

/** Languages that inflect their words and put spaces between them. */
export const spacedStatistics: Statistics = {
  hasStems: true,
  tellsDisguise: false,
  runMax: 3,
  grams: { min: 3, max: 5 },
  lengthShift: 2,
  sentence: { words: 1.3, grams: 0.8, lexicons: 1.4, flags: 0.5, before: 0.1, after: 0.1 },
  text: { words: 1.45, grams: 0.7, lexicons: 2.2, flags: 3.1 },
  coreWords: 3,
  // Of 270 blunt claims put into lawful copy 17 were dropped at 0.8, 4 here; no lawful copy of the corpus is found by it.
  loudFrom: 0.65,
  // Below it no text of the labelled files was accused rightly, and lines of packing and price were accused.
  accusedWordsMin: 18,
  textWordsMin: 20,
  shown: { sentenceMax: 140, clauseMin: 20 },
};
