/** A set of sentences takes so many words of 32 bits at most; in a text of more sentences some share a bit. */
const wordsMax = 8;

/** How many words of 32 bits a set of a text's sentences takes. */
export const wordsOfSet = (sentences: number): number =>
  Math.max(1, Math.min(wordsMax, (sentences + 31) >> 5));

/** The word of a set that a sentence has its bit in. */
export const wordOfSentence = (sentence: number, words: number): number => (sentence >> 5) % words;

/** The bit of a sentence in that word. */
export const bitOfSentence = (sentence: number): number => 1 << (sentence & 31);
