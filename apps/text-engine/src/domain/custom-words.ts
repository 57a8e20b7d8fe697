import { compile, leftmostLongest } from '@redline/matcher';
import type { CustomFinding } from './evaluation.ts';

/** A word of an account's own list. */
export interface CustomWord {
  readonly word: string;
  /** `phrase` needs word boundaries (scripts without spaces have none to need); `keyword` may stand inside a word. */
  readonly matchType: 'phrase' | 'keyword';
  readonly replacement: string | null;
  readonly note: string | null;
}

/** A word list made ready to search; build it once per list, it is immutable. */
export type CustomMatcher = (text: string) => CustomFinding[];

/** A text of the longest length holds no more words than this worth showing. */
const findingsMax = 500;

/** Makes a list of words searchable, through the same disguises as the rules. Of overlapping words the longest counts. */
export function customMatcher(words: readonly CustomWord[]): CustomMatcher {
  if (words.length === 0) return () => [];
  const set = compile(
    words.map(({ word, matchType }) => ({ text: word, boundary: matchType === 'phrase' ? 'word' : 'none' })),
  );
  return (text) =>
    leftmostLongest(set.scan(text).matches)
      .slice(0, findingsMax)
      .flatMap(({ term, start, end }) => {
        const word = words[term];
        if (!word) return [];
        const { replacement, note } = word;
        return [{ matchedText: text.slice(start, end), start, end, replacement, note }];
      });
}
