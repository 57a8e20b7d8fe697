import type { TextStructure } from '../document/structure.ts';
import { type ClassPlaces, classesIn, classPlaces, placeCount, placeOf } from './class-places.ts';
import { bitOfSentence, wordOfSentence, wordsOfSet } from './sentence-sets.ts';
import { matchFields, matchLast, matchTerm, noFolds, type TermMatches } from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Words `first` (inclusive) to `last` (exclusive): a term or numeral that stands in the text, or what a pattern matched. */
export interface Occurrence {
  readonly first: number;
  readonly last: number;
  /** Folds beyond spelling conventions that it took to read it; see the matcher. Empty for plain words. */
  readonly folds: readonly string[];
}

/** Finds the terms of one vocabulary; made once per pack. */
export type TermScan = (structure: TextStructure) => TermMatches;

/**
 * Every occurrence of every class. Occurrences of a class stand together, by first word; those of the class in place
 * `p` from `from[p]` to `from[p + 1]`. Flat, since hundreds of patterns read them for every text.
 */
export interface Occurrences {
  readonly places: ClassPlaces;
  /** By place: the set of sentences in which it begins, in `setWords` words each; see `sentence-sets.ts`. */
  readonly sentences: Int32Array;
  readonly setWords: number;
  readonly from: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** The match of each: the number of one of a term, or behind them that of a numeral. */
  readonly matches: Int32Array;
  /** By match: the folds of one that is disguised, and whether there are any. */
  readonly folds: ReadonlyMap<number, readonly string[]>;
  readonly hasFolds: boolean;
  /** By match: what patterns of one class find, once one has; see `occurrenceOf`. */
  readonly known: (Occurrence | undefined)[];
  /** By word: a bit for the classes that begin there; see `bitOfClass`. */
  readonly beginning: Int32Array;
  /**
   * The occurrences once more, by their first words: those that begin at word `w` from `startingFrom[w]` to
   * `startingFrom[w + 1]`, two numbers each: the class, and the occurrence's place in `firsts`.
   */
  readonly starting: Int32Array;
  readonly startingFrom: Int32Array;
  /** The classes that occur. */
  readonly classes: readonly number[];
}

/**
 * The bit of a class among those of a word; 32 classes share one. Most questions are whether a class stands at a word
 * where it does not, and most of those are answered by the word's bits.
 */
export const bitOfClass = (of: number): number => 1 << (of & 31);

/** Files the term matches and numerals of a text under their classes. */
export function occurrencesIn(
  structure: TextStructure,
  terms: TermMatches,
  vocabulary: Pick<Vocabulary, 'classCount' | 'numerals'>,
): Occurrences {
  const found = placed(structure, terms);
  const fillings = fillingsOf(found, structure, terms, vocabulary.numerals);
  const places = classPlaces(vocabulary.classCount, fillings.classes);
  const setWords = wordsOfSet(structure.sentences.length);
  const filed = filedBy(found, fillings, places, structure, setWords);
  const { folds } = terms;
  return {
    ...{ places, setWords, ...filed, folds, hasFolds: folds.size > 0, known: [], classes: classesIn(places) },
  };
}

/** Matches of terms, and numerals behind them: where each is, and all in text order. */
interface Placed {
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** Matches by first word, then by last; of several readings of the same words the least disguised first. */
  readonly inOrder: Int32Array;
}

/** Counted out rather than compared: a long text has thousands. */
function placed({ numerals, tokens }: TextStructure, terms: TermMatches): Placed {
  const count = terms.count + numerals.length;
  const [firsts, lasts, inOrder] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  for (let match = 0; match < terms.count; match++) {
    firsts[match] = terms.numbers[match * matchFields] ?? 0;
    lasts[match] = terms.numbers[match * matchFields + matchLast] ?? 0;
  }
  for (let one = 0; one < numerals.length; one++) {
    firsts[terms.count + one] = numerals[one]?.first ?? 0;
    lasts[terms.count + one] = numerals[one]?.last ?? 0;
  }
  const next = new Int32Array(tokens.length + 2);
  for (let match = 0; match < count; match++) {
    const behind = (firsts[match] ?? 0) + 1;
    next[behind] = (next[behind] ?? 0) + 1;
  }
  for (let word = 0; word < tokens.length; word++) next[word + 1] = (next[word + 1] ?? 0) + (next[word] ?? 0);
  const starts = next.slice();
  const foldsOf = (match: number): number => terms.folds.get(match)?.length ?? 0;
  for (let match = 0; match < count; match++) {
    const first = firsts[match] ?? 0;
    const start = starts[first] ?? 0;
    const last = lasts[match] ?? 0;
    let at = next[first] ?? 0;
    next[first] = at + 1;
    for (; at > start; at--) {
      const before = inOrder[at - 1] ?? 0;
      const lastBefore = lasts[before] ?? 0;
      if (lastBefore < last || (lastBefore === last && foldsOf(before) <= foldsOf(match))) break;
      inOrder[at] = before;
    }
    inOrder[at] = match;
  }
  return { firsts, lasts, inOrder };
}

/** Each class that each match fills, in text order. */
interface Fillings {
  readonly classes: Int32Array;
  readonly matches: Int32Array;
}

function fillingsOf(
  { inOrder }: Placed,
  { numerals }: TextStructure,
  { numbers, count, classes: { values, from } }: TermMatches,
  classesOfNumerals: Vocabulary['numerals'],
): Fillings {
  const numeralClasses = numerals.map(({ kind }) => classesOfNumerals.get(kind) ?? []);
  let total = numeralClasses.reduce((sum, { length }) => sum + length, 0);
  for (let match = 0; match < count; match++) {
    const term = numbers[match * matchFields + matchTerm] ?? 0;
    total += (from[term + 1] ?? 0) - (from[term] ?? 0);
  }
  const [classes, matches] = [new Int32Array(total), new Int32Array(total)];
  let next = 0;
  for (let at = 0; at < inOrder.length; at++) {
    const match = inOrder[at] ?? 0;
    const term = match < count ? (numbers[match * matchFields + matchTerm] ?? 0) : -1;
    const own = term < 0 ? (numeralClasses[match - count] ?? []) : values;
    const end = term < 0 ? own.length : (from[term + 1] ?? 0);
    for (let one = term < 0 ? 0 : (from[term] ?? 0); one < end; one++) {
      classes[next] = own[one] ?? 0;
      matches[next++] = match;
    }
  }
  return { classes, matches };
}

function filedBy(
  found: Placed,
  fillings: Fillings,
  places: ClassPlaces,
  { tokens, sentenceOf }: TextStructure,
  setWords: number,
): Pick<
  Occurrences,
  'from' | 'sentences' | 'beginning' | 'firsts' | 'lasts' | 'matches' | 'starting' | 'startingFrom'
> {
  const total = fillings.classes.length;
  const classCount = placeCount(places);
  const sentences = new Int32Array((classCount + 1) * setWords);
  const from = new Int32Array(classCount + 2);
  const beginning = new Int32Array(tokens.length + 1);
  const placeOfEach = new Int32Array(total);
  for (let one = 0; one < total; one++) {
    const of = fillings.classes[one] ?? 0;
    const first = found.firsts[fillings.matches[one] ?? 0] ?? 0;
    const sentence = sentenceOf[first] ?? 0;
    const place = placeOf(places, of);
    const set = place * setWords + wordOfSentence(sentence, setWords);
    placeOfEach[one] = place;
    beginning[first] = (beginning[first] ?? 0) | bitOfClass(of);
    from[place + 1] = (from[place + 1] ?? 0) + 1;
    sentences[set] = (sentences[set] ?? 0) | bitOfSentence(sentence);
  }
  for (let place = 0; place <= classCount; place++)
    from[place + 1] = (from[place + 1] ?? 0) + (from[place] ?? 0);
  const [firsts, lasts, matches] = [new Int32Array(total), new Int32Array(total), new Int32Array(total)];
  const starting = new Int32Array(total * 2);
  const startingFrom = new Int32Array(tokens.length + 2);
  const next = from.slice();
  let word = 0;
  for (let one = 0; one < total; one++) {
    const match = fillings.matches[one] ?? 0;
    const place = placeOfEach[one] ?? 0;
    const at = next[place] ?? 0;
    next[place] = at + 1;
    const first = found.firsts[match] ?? 0;
    while (word < first) startingFrom[++word] = one * 2;
    firsts[at] = first;
    lasts[at] = found.lasts[match] ?? 0;
    matches[at] = match;
    starting[one * 2] = fillings.classes[one] ?? 0;
    starting[one * 2 + 1] = at;
  }
  startingFrom.fill(total * 2, word + 1);
  return { from, sentences, beginning, firsts, lasts, matches, starting, startingFrom };
}

/** The folds of an occurrence of a class, as they were found. */
export const foldsAt = ({ folds, matches, hasFolds }: Occurrences, at: number): readonly string[] =>
  hasFolds ? (folds.get(matches[at] ?? -1) ?? noFolds) : noFolds;

/** An occurrence of a class by itself; each disguise named once. Those of a match are one. */
export function occurrenceOf(occurrences: Occurrences, at: number): Occurrence {
  const { known, matches, firsts, lasts } = occurrences;
  const match = matches[at] ?? 0;
  const made = known[match];
  if (made) return made;
  const folds = foldsAt(occurrences, at);
  const one = {
    first: firsts[at] ?? 0,
    last: lasts[at] ?? 0,
    folds: folds.length === 0 ? noFolds : [...new Set(folds)],
  };
  known[match] = one;
  return one;
}

/** The first occurrence of a class that begins at the word, or -1. */
export function occurrenceAt(
  { beginning, starting, startingFrom }: Occurrences,
  of: number,
  word: number,
): number {
  if (((beginning[word] ?? 0) & bitOfClass(of)) === 0) return -1;
  const end = startingFrom[word + 1] ?? 0;
  for (let at = startingFrom[word] ?? 0; at < end; at += 2)
    if (starting[at] === of) return starting[at + 1] ?? -1;
  return -1;
}

/** Which of some occurrences in text order is the first that begins at a word or behind it; their number for none. */
export function indexFrom(occurrences: readonly Occurrence[], word: number): number {
  let low = 0;
  let high = occurrences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((occurrences[middle]?.first ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns term matches as occurrences, one object each. */
export const occurrencesOf = ({ numbers, count, folds }: TermMatches): Occurrence[] =>
  Array.from({ length: count }, (_, match) => ({
    first: numbers[match * matchFields] ?? 0,
    last: numbers[match * matchFields + matchLast] ?? 0,
    folds: folds.get(match) ?? noFolds,
  }));
