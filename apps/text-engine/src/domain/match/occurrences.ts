import type { CompiledPack } from '../rules/pack.ts';
import type { TextStructure } from '../text/structure.ts';
import { type ClassPlaces, classesIn, classPlaces, placeCount, placeOf } from './class-places.ts';
import { bitOfSentence, wordOfSentence, wordsOfSet } from './sentence-sets.ts';

/** Words `first` (inclusive) to `last` (exclusive): a term or numeral that stands in the text, or what a pattern matched. */
export interface Occurrence {
  readonly first: number;
  readonly last: number;
  /** Folds beyond spelling conventions that it took to read it; see the matcher. Empty for plain words. */
  readonly folds: readonly string[];
}

/** Finds the terms of one vocabulary; made once per pack. */
export type TermScan = (structure: TextStructure) => readonly TermHit[];

export interface TermHit extends Occurrence {
  readonly classes: readonly number[];
}

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
  readonly hits: readonly TermHit[];
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

/** Files the term hits and numerals of a text under their classes. */
export function occurrencesIn(
  structure: TextStructure,
  termHits: readonly TermHit[],
  vocabulary: CompiledPack['vocabulary'],
): Occurrences {
  const hits = inTextOrder(termHits, numeralHits(structure, vocabulary), structure.tokens.length);
  const places = classPlaces(vocabulary.classCount, hits);
  const count = placeCount(places);
  const setWords = wordsOfSet(structure.sentences.length);
  const sentences = new Int32Array((count + 1) * setWords);
  const from = new Int32Array(count + 2);
  const beginning = new Int32Array(structure.tokens.length + 1);
  for (const { first, classes } of hits) {
    const sentence = structure.sentenceOf[first] ?? 0;
    const word = wordOfSentence(sentence, setWords);
    const bit = bitOfSentence(sentence);
    for (const of of classes) {
      const place = placeOf(places, of);
      const set = place * setWords + word;
      beginning[first] = (beginning[first] ?? 0) | bitOfClass(of);
      from[place + 1] = (from[place + 1] ?? 0) + 1;
      sentences[set] = (sentences[set] ?? 0) | bit;
    }
  }
  for (let place = 0; place <= count; place++) from[place + 1] = (from[place + 1] ?? 0) + (from[place] ?? 0);
  const filed = filedBy(hits, places, from, structure.tokens.length);
  return { places, sentences, setWords, from, beginning, classes: classesIn(places), ...filed };
}

/**
 * Hits by first word, then by last; of several readings of the same words the least disguised first. Counted out rather
 * than compared: a long text has thousands.
 */
function inTextOrder(
  terms: readonly TermHit[],
  numerals: readonly TermHit[],
  words: number,
): readonly TermHit[] {
  const next = new Int32Array(words + 2);
  for (const { first } of terms) next[first + 1] = (next[first + 1] ?? 0) + 1;
  for (const { first } of numerals) next[first + 1] = (next[first + 1] ?? 0) + 1;
  for (let word = 0; word < words; word++) next[word + 1] = (next[word + 1] ?? 0) + (next[word] ?? 0);
  const starts = next.slice();
  const hits = new Array<TermHit>(terms.length + numerals.length);
  const put = (hit: TermHit): void => {
    const start = starts[hit.first] ?? 0;
    let at = next[hit.first] ?? 0;
    next[hit.first] = at + 1;
    for (; at > start && comesBefore(hit, hits[at - 1] as TermHit); at--) hits[at] = hits[at - 1] as TermHit;
    hits[at] = hit;
  };
  for (const hit of terms) put(hit);
  for (const hit of numerals) put(hit);
  return hits;
}

const comesBefore = (a: Occurrence, b: Occurrence): boolean =>
  a.last < b.last || (a.last === b.last && a.folds.length < b.folds.length);

function filedBy(
  inOrder: readonly TermHit[],
  places: ClassPlaces,
  from: Int32Array,
  words: number,
): Pick<Occurrences, 'firsts' | 'lasts' | 'hits' | 'starting' | 'startingFrom'> {
  const count = from.at(-1) ?? 0;
  const firsts = new Int32Array(count);
  const lasts = new Int32Array(count);
  const hits = new Array<TermHit>(count);
  const starting = new Int32Array(count * 2);
  const startingFrom = new Int32Array(words + 2);
  const next = from.slice();
  let filed = 0;
  let word = 0;
  for (const hit of inOrder) {
    const { first, last, classes } = hit;
    while (word < first) startingFrom[++word] = filed;
    for (const of of classes) {
      const place = placeOf(places, of);
      const at = next[place] ?? 0;
      firsts[at] = first;
      lasts[at] = last;
      hits[at] = hit;
      next[place] = at + 1;
      starting[filed++] = of;
      starting[filed++] = at;
    }
  }
  startingFrom.fill(filed, word + 1);
  return { firsts, lasts, hits, starting, startingFrom };
}

function numeralHits(structure: TextStructure, vocabulary: CompiledPack['vocabulary']): TermHit[] {
  return structure.numerals.map(({ kind, first, last }) => ({
    first,
    last,
    folds: noFolds,
    classes: vocabulary.numerals.get(kind) ?? noClasses,
  }));
}

const noFolds: readonly string[] = [];
const noClasses: readonly number[] = [];

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
