/** A code may hold two thousand characters. */
const wordsShownMax = 200;

/** What is shown of the words that a finding is about. */
export const clipWords = (words: string): string =>
  words.length > wordsShownMax ? `${words.slice(0, wordsShownMax)}…` : words;
