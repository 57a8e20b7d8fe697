/** A code may hold two thousand characters. */
const wordsMax = 200;

/** Returns the words of a finding, cut to 200 characters. */
export const clipWords = (words: string): string =>
  words.length > wordsMax ? `${words.slice(0, wordsMax)}…` : words;
