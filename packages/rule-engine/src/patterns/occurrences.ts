import type { ClassPlaces } from './class-places.ts';
import type { Occurrence } from './occurrence.ts';
import { matchFields, matchLast, noFolds, type TermMatches } from './term-matches.ts';

/**
 * All occurrences of all classes in one text. Those of a class stand together, by first word: for the class in place `p`,
 * the entries `from[p]` to `from[p + 1]` of `firsts`, `lasts` and `matches`. Flat arrays, since hundreds of patterns read
 * them for every text.
 */
export interface Occurrences {
  readonly places: ClassPlaces;
  /** By place: the set of sentences in which the class begins, `setWords` integers each; see `sentence-sets.ts`. */
  readonly sentences: Int32Array;
  readonly setWords: number;
  readonly from: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** By entry: the number of its match. Numerals are numbered behind the term matches. */
  readonly matches: Int32Array;
  /** By match: its disguises, if it has any; `hasFolds` says whether any match does. */
  readonly folds: ReadonlyMap<number, readonly string[]>;
  readonly hasFolds: boolean;
  /** By match: the object that `occurrenceOf` returned for it. */
  readonly cached: (Occurrence | undefined)[];
  /** By word: a bit for the classes that begin there; see `bitOfClass`. */
  readonly beginning: Int32Array;
  /**
   * The occurrences by first word: those of word `w` are `startingFrom[w]` to `startingFrom[w + 1]`, two numbers each:
   * the class, and the entry in `firsts`.
   */
  readonly starting: Int32Array;
  readonly startingFrom: Int32Array;
  /** The classes that occur. */
  readonly classes: readonly number[];
}

/**
 * Returns the bit of a class in `beginning`, a Bloom filter of 32 bits a word: most lookups ask for a class that does not
 * begin at the word, and most of those are answered by this bit.
 */
export const bitOfClass = (classNumber: number): number => 1 << (classNumber & 31);

/** Returns the disguises of an entry, in the order found. */
export const foldsAt = ({ folds, matches, hasFolds }: Occurrences, at: number): readonly string[] =>
  hasFolds ? (folds.get(matches[at] ?? -1) ?? noFolds) : noFolds;

/** Returns an entry as an object, the same one for all entries of a match. Names each disguise once. */
export function occurrenceOf(occurrences: Occurrences, at: number): Occurrence {
  const { cached, matches, firsts, lasts } = occurrences;
  const match = matches[at] ?? 0;
  const made = cached[match];
  if (made) return made;
  const folds = foldsAt(occurrences, at);
  const one = {
    first: firsts[at] ?? 0,
    last: lasts[at] ?? 0,
    folds: folds.length === 0 ? noFolds : [...new Set(folds)],
  };
  cached[match] = one;
  return one;
}

/** Returns the first entry of a class that begins at `word`, or -1. */
export function occurrenceAt(
  { beginning, starting, startingFrom }: Occurrences,
  classNumber: number,
  word: number,
): number {
  if (((beginning[word] ?? 0) & bitOfClass(classNumber)) === 0) return -1;
  const end = startingFrom[word + 1] ?? 0;
  for (let at = startingFrom[word] ?? 0; at < end; at += 2)
    if (starting[at] === classNumber) return starting[at + 1] ?? -1;
  return -1;
}

/** Returns term matches as occurrences, one object each. */
export const occurrencesOf = ({ numbers, count, folds }: TermMatches): Occurrence[] =>
  Array.from({ length: count }, (_, match) => ({
    first: numbers[match * matchFields] ?? 0,
    last: numbers[match * matchFields + matchLast] ?? 0,
    folds: folds.get(match) ?? noFolds,
  }));
