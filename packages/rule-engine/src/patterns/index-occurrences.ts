import type { TextStructure } from '../document/structure.ts';
import { type ClassPlaces, classesIn, classPlaces, placeCount, placeOf } from './class-places.ts';
import { bitOfClass, type Occurrences } from './occurrences.ts';
import { bitOfSentence, wordOfSentence, wordsOfSet } from './sentence-sets.ts';
import { matchFields, matchLast, matchTerm, type TermMatches } from './term-matches.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Groups the term matches and numerals of a text by class, and indexes them by word. */
export function occurrencesIn(
  structure: TextStructure,
  terms: TermMatches,
  vocabulary: Pick<Vocabulary, 'classCount' | 'numerals'>,
): Occurrences {
  const found = locate(structure, terms);
  const fillings = classFillings(found, structure, terms, vocabulary.numerals);
  const places = classPlaces(vocabulary.classCount, fillings.classes);
  const setWords = wordsOfSet(structure.sentences.length);
  const grouped = groupByClass(found, fillings, places, structure, setWords);
  const { folds } = terms;
  return {
    places,
    setWords,
    ...grouped,
    folds,
    hasFolds: folds.size > 0,
    cached: [],
    classes: classesIn(places),
  };
}

/** The matches of terms, and numerals behind them, with their words. */
interface Located {
  readonly firsts: Int32Array;
  readonly lasts: Int32Array;
  /** Matches by first word, then by last; of several for the same words the least disguised first. */
  readonly inOrder: Int32Array;
}

/** Orders matches by a counting sort over words: a long text has thousands. */
function locate({ numerals, tokens }: TextStructure, terms: TermMatches): Located {
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

/** Pairs of a class and a match that fills it, in text order of the matches. */
interface Fillings {
  readonly classes: Int32Array;
  readonly matches: Int32Array;
}

function classFillings(
  { inOrder }: Located,
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

/** Lays the occurrences out by class and, once more, by first word: counting sort, since a long text has thousands. */
function groupByClass(
  found: Located,
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
    const classNumber = fillings.classes[one] ?? 0;
    const first = found.firsts[fillings.matches[one] ?? 0] ?? 0;
    const sentence = sentenceOf[first] ?? 0;
    const place = placeOf(places, classNumber);
    const set = place * setWords + wordOfSentence(sentence, setWords);
    placeOfEach[one] = place;
    beginning[first] = (beginning[first] ?? 0) | bitOfClass(classNumber);
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
