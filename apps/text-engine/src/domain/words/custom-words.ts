import type { MatchType, WordLibrary } from '@redline/contracts';
import { compile, type Term, type WordSet, wholeCharacters } from '@redline/matcher';
import type { CustomFinding } from '@redline/rule-engine/evaluate';
import { bucketWordsMax } from './word-buckets.ts';

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

/** The fields of a word that its matches carry. */
type WordDetails = Pick<CustomWord, 'library' | 'replacement' | 'note'>;

/** Words of a list that are compiled together, and what is kept of each. */
export interface WordPart {
  readonly set: WordSet;
  readonly details: readonly WordDetails[];
}

/** A text of the longest length holds no more words than this worth showing. */
const findingsMax = 500;

/** Makes a list of words searchable, through the same disguises as the rules. Of overlapping words the longest counts. */
export function customMatcher(words: readonly CustomWord[]): CustomMatcher {
  return matcherOver(compileWords(words));
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

/**
 * Cuts a list into slices that each compile in 10 to 15 ms, so that whoever compiles one can let others work before the
 * next.
 */
export function slicesOf(words: readonly CustomWord[]): (readonly CustomWord[])[] {
  const slices: CustomWord[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const one of words) {
    const isFull = units + one.word.length > sliceUnitsMax || slices.at(-1)?.length === bucketWordsMax;
    if (isFull) slices.push([]);
    units = isFull ? one.word.length : units + one.word.length;
    slices.at(-1)?.push(one);
  }
  return slices;
}

/** A full bucket of words of common length is one slice; the longest words are fewer to one. */
const sliceUnitsMax = 80_000;

/** Compiles words: into one part, or into several where they have more different characters than one can hold. */
export function compileWords(words: readonly CustomWord[]): WordPart[] {
  if (words.length === 0) return [];
  try {
    return [{ set: compile(words.map(termOf)), details: detailsOf(words) }];
  } catch (error) {
    if (!(error instanceof RangeError) || words.length === 1) throw error;
    const half = words.length >> 1;
    return [...compileWords(words.slice(0, half)), ...compileWords(words.slice(half))];
  }
}

const termOf = ({ word, matchType }: CustomWord): Term => ({
  text: word,
  boundary: matchType === 'phrase' ? 'word' : 'none',
});

/** Words that only flag share one. */
function detailsOf(words: readonly CustomWord[]): WordDetails[] {
  const flags = new Map<WordLibrary, WordDetails>();
  return words.map(({ library, replacement, note }) => {
    if (replacement !== null || note !== null) return { library, replacement, note };
    const flag = flags.get(library) ?? { library, replacement, note };
    flags.set(library, flag);
    return flag;
  });
}

/** The matcher of a list that was compiled in parts. */
export function matcherOver(parts: readonly WordPart[]): CustomMatcher {
  return (text, library) => {
    const found = parts.flatMap(({ set, details }) =>
      set.scan(text).matches.flatMap(({ term, start, end }) => {
        const word = details[term];
        return word && (word.library === 'general' || word.library === library)
          ? [{ ...wholeCharacters(text, { start, end }), word }]
          : [];
      }),
    );
    return apart(found)
      .slice(0, findingsMax)
      .map(({ start, end, word: { replacement, note } }) => ({
        matchedText: text.slice(start, end),
        start,
        end,
        replacement,
        note,
      }));
  };
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly word: WordDetails;
}

/** Selects the leftmost of overlapping matches, of those the longest, and at the same place a product line's own word. */
function apart(found: readonly Found[]): Found[] {
  const isGeneral = ({ word }: Found) => Number(word.library === 'general');
  let end = 0;
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end || isGeneral(a) - isGeneral(b))
    .filter((one) => {
      if (one.start < end) return false;
      end = one.end;
      return true;
    });
}
