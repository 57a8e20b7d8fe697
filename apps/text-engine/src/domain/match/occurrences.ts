import type { CompiledPack } from '../rules/pack.ts';
import { type Numeral, numeralsOf } from '../text/numerals.ts';
import type { TextStructure } from '../text/structure.ts';
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
  /** Place of each class; 0 for one that does not occur. */
  readonly places: Uint16Array;
  /** By place: the set of sentences in which it begins, in `setWords` words each; see `sentence-sets.ts`. */
  readonly sentences: readonly number[];
  readonly setWords: number;
  readonly from: Int32Array;
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  readonly folds: readonly (readonly string[])[];
  /** The classes that occur. */
  readonly classes: readonly number[];
}

/** Files the term hits and numerals of a text under their classes. */
export function occurrencesIn(
  structure: TextStructure,
  hits: readonly TermHit[],
  vocabulary: CompiledPack['vocabulary'],
): Occurrences {
  const all = [...hits, ...numeralHits(structure, vocabulary)].sort(inTextOrder);
  const places = new Uint16Array(vocabulary.classCount);
  const classes: number[] = [];
  const counts = [0];
  const setWords = wordsOfSet(structure.sentences.length);
  const emptySet = new Array<number>(setWords).fill(0);
  const sentences = [...emptySet];
  for (const hit of all) {
    const sentence = structure.sentenceOf[hit.first] ?? 0;
    const word = wordOfSentence(sentence, setWords);
    const bit = bitOfSentence(sentence);
    for (const of of hit.classes) {
      if (places[of] === 0) {
        places[of] = counts.push(0) - 1;
        sentences.push(...emptySet);
        classes.push(of);
      }
      const place = places[of] ?? 0;
      counts[place] = (counts[place] ?? 0) + 1;
      sentences[place * setWords + word] = (sentences[place * setWords + word] ?? 0) | bit;
    }
  }
  const from = new Int32Array(counts.length + 1);
  for (const [place, count] of counts.entries()) from[place + 1] = (from[place] ?? 0) + count;
  return { places, sentences, setWords, from, classes, ...filedBy(all, places, from) };
}

/** By first word, then by last; of several readings of the same words the least disguised first. */
const inTextOrder = (a: Occurrence, b: Occurrence): number =>
  a.first - b.first || a.last - b.last || a.folds.length - b.folds.length;

function filedBy(
  hits: readonly TermHit[],
  places: Uint16Array,
  from: Int32Array,
): Pick<Occurrences, 'firsts' | 'lasts' | 'folds'> {
  const count = from.at(-1) ?? 0;
  const firsts = new Int32Array(count);
  const lasts = new Int32Array(count);
  const folds = new Array<readonly string[]>(count);
  const next = from.slice();
  for (const hit of hits) {
    for (const of of hit.classes) {
      const place = places[of] ?? 0;
      const at = next[place] ?? 0;
      firsts[at] = hit.first;
      lasts[at] = hit.last;
      folds[at] = hit.folds;
      next[place] = at + 1;
    }
  }
  return { firsts, lasts, folds };
}

function numeralHits(structure: TextStructure, vocabulary: CompiledPack['vocabulary']): TermHit[] {
  return numeralsOf(structure).map(({ kind, first, last }: Numeral) => ({
    first,
    last,
    folds: [],
    classes: vocabulary.numerals.get(kind) ?? [],
  }));
}

/** The first occurrence of the class in a place that begins at the word, or -1. */
export function occurrenceAt({ from, firsts }: Occurrences, place: number, word: number): number {
  let low = from[place] ?? 0;
  const end = from[place + 1] ?? 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((firsts[middle] ?? 0) < word) low = middle + 1;
    else high = middle;
  }
  return low < end && firsts[low] === word ? low : -1;
}

/** The words at which a class occurs, in text order. */
export function startsOf({ places, from, firsts }: Occurrences, of: number): readonly number[] {
  const place = places[of] ?? 0;
  if (place === 0) return [];
  return [...new Set(firsts.subarray(from[place], from[place + 1]))];
}
