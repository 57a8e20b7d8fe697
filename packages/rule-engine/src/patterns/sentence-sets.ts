/** Maximum size of a set of sentences, in integers of 32 bits; in longer texts sentences share bits. */
const wordsMax = 8;

/** Returns the size of a set, in integers of 32 bits, for a number of sentences. */
export const wordsOfSet = (sentences: number): number =>
  Math.max(1, Math.min(wordsMax, (sentences + 31) >> 5));

/** Returns the index of the integer that holds the bit of a sentence. */
export const wordOfSentence = (sentence: number, words: number): number => (sentence >> 5) % words;

/** Returns the bit of a sentence within that integer. */
export const bitOfSentence = (sentence: number): number => 1 << (sentence & 31);
