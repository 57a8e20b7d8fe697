import type { MatchType, WordLibrary } from '@redline/contracts';
import { compile, leftmostLongest, type Match, type Term, type WordSet } from '@redline/matcher';
import type { CustomFinding } from './evaluation.ts';

/** A word of an account's own list. */
export interface CustomWord {
  readonly word: string;
  /** `phrase` needs word boundaries (scripts without spaces have none to need); `keyword` may stand inside a word. */
  readonly matchType: MatchType;
  /** Words of `general` hold for every product line. */
  readonly library: WordLibrary;
  readonly replacement: string | null;
  readonly note: string | null;
}

/**
 * A word list made ready to search; build it once per list, it is immutable.
 * @param library of the product line whose words are looked for beside the general ones; none when left out
 */
export type CustomMatcher = (text: string, library?: WordLibrary) => CustomFinding[];

/** What a match says besides where it is. */
export type WordDetails = Pick<CustomWord, 'library' | 'replacement' | 'note'>;

/** A text of the longest length holds no more words than this worth showing. */
const findingsMax = 500;

/** Makes a list of words searchable, through the same disguises as the rules. Of overlapping words the longest counts. */
export function customMatcher(words: readonly CustomWord[]): CustomMatcher {
  return matcherOver(compileWords(termsOf(words)), detailsOf(words));
}

/**
 * A word as duplicates are compared: without blanks around it and without case, also where a letter's other case is
 * two letters (`ß`, `SS`).
 */
export const foldedWord = (word: string): string => word.trim().toUpperCase().toLowerCase();

/**
 * The words that a site looks for.
 * @param scripts Unicode scripts that its copy is not written in; a word with a letter of one is never found
 */
export function wordsLookedFor(
  words: readonly CustomWord[],
  scripts: readonly string[],
): readonly CustomWord[] {
  if (scripts.length === 0) return words;
  const unmatched = new RegExp(scripts.map((script) => `\\p{Script=${script}}`).join('|'), 'u');
  return words.filter(({ word }) => !unmatched.test(word));
}

/** What the matcher looks for. */
export const termsOf = (words: readonly Pick<CustomWord, 'word' | 'matchType'>[]): Term[] =>
  words.map(({ word, matchType }) => ({ text: word, boundary: matchType === 'phrase' ? 'word' : 'none' }));

/** What is to be kept of each word once it is compiled; words that only flag share one. */
export function detailsOf(words: readonly CustomWord[]): WordDetails[] {
  const flags = new Map<WordLibrary, WordDetails>();
  return words.map(({ library, replacement, note }) => {
    if (replacement !== null || note !== null) return { library, replacement, note };
    const flag = flags.get(library) ?? { library, replacement, note };
    flags.set(library, flag);
    return flag;
  });
}

/** Compiles terms, into several sets where they have more different characters than one can hold. */
export function compileWords(terms: readonly Term[]): WordSet[] {
  if (terms.length === 0) return [];
  try {
    return [compile(terms)];
  } catch (error) {
    if (!(error instanceof RangeError) || terms.length === 1) throw error;
    const half = terms.length >> 1;
    return [...compileWords(terms.slice(0, half)), ...compileWords(terms.slice(half))];
  }
}

/**
 * The matcher of words that were compiled here or in another thread.
 * @param sets of all words, one after the other
 * @param details of each word, in the same order
 */
export function matcherOver(sets: readonly WordSet[], details: readonly WordDetails[]): CustomMatcher {
  return (text, library) => {
    const applies = ({ term }: Match) => {
      const of = details[term]?.library;
      return of === 'general' || of === library;
    };
    return leftmostLongest(matchesOf(sets, text).filter(applies))
      .slice(0, findingsMax)
      .flatMap(({ term, start, end }) => {
        const word = details[term];
        if (!word) return [];
        const { replacement, note } = word;
        return [{ matchedText: text.slice(start, end), start, end, replacement, note }];
      });
  };
}

function matchesOf(sets: readonly WordSet[], text: string): Match[] {
  let first = 0;
  return sets.flatMap((set) => {
    const offset = first;
    first += set.size;
    const { matches } = set.scan(text);
    return offset === 0 ? matches : matches.map((match) => ({ ...match, term: match.term + offset }));
  });
}
