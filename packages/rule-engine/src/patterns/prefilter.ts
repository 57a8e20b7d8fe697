import { placeOf } from './class-places.ts';
import type { Occurrences } from './occurrences.ts';
import type { PatternList, PatternTable } from './pattern-table.ts';

/**
 * What may match in a text: most of a pack's lists need not be looked at. Which of a list's patterns may is decided when
 * the list is first asked for; half of those that are possible never are.
 */
export interface Prefilter {
  /** A bit for each list that may have a pattern that matches. */
  readonly lists: Int32Array;
  /** By list: the row of one that was decided, from 1. */
  readonly rowOf: Uint16Array;
  /** Where each row begins among the patterns that may match; row `r` ends where the next one begins. */
  readonly rows: number[];
  /** Patterns that may match, and the sentences in which: a set for each; see `sentence-sets.ts`. */
  readonly patterns: number[];
  sentences: Int32Array;
  /** The sentences in which a clause is met, and all clauses so far, while a pattern is looked at. */
  readonly clause: Int32Array;
  readonly met: Int32Array;
}

/** What lists are looked for in. */
export interface PrefilteredText {
  readonly table: PatternTable;
  readonly occurrences: Occurrences;
  readonly prefilter: Prefilter;
}

const dead = 0;

/** Patterns of a text that may match; where they are more, there is made room for them. */
const patternsCommon = 512;

/** Marks the lists that may have a pattern all of whose needs one sentence meets. */
export function prefilterOf(
  { filed, always, lists: { from: starts } }: PatternTable,
  { classes, setWords }: Occurrences,
): Prefilter {
  const lists = new Int32Array((starts.length + 31) >> 5);
  for (const list of always) mark(lists, list);
  const { values, from } = filed;
  for (let one = 0; one < classes.length; one++) {
    const of = classes[one] ?? 0;
    const end = from[of + 1] ?? 0;
    for (let at = from[of] ?? 0; at < end; at++) mark(lists, values[at] ?? 0);
  }
  const rowOf = new Uint16Array(starts.length);
  const [clause, met] = [new Int32Array(setWords), new Int32Array(setWords)];
  const sentences = new Int32Array(patternsCommon * setWords);
  return { lists, rowOf, rows: [0, 0], patterns: [], sentences, clause, met };
}

function mark(lists: Int32Array, list: number): void {
  lists[list >>> 5] = (lists[list >>> 5] ?? 0) | (1 << (list & 31));
}

/** Whether a list has a pattern that may match. */
export const mayMatch = (text: PrefilteredText, { number }: PatternList): boolean =>
  rowOf(text, number) !== dead;

/** The row of the patterns of a list that may match, or 0. */
export function rowOf(text: PrefilteredText, list: number): number {
  const { lists, rowOf } = text.prefilter;
  if ((((lists[list >>> 5] ?? 0) >>> (list & 31)) & 1) === 0) return dead;
  return rowOf[list] || decide(text, list);
}

/** Strikes out a list that was looked for in vain. */
export function ruleOut({ lists }: Prefilter, list: number): void {
  lists[list >>> 5] = (lists[list >>> 5] ?? 0) & ~(1 << (list & 31));
}

/** Writes down the patterns of a list all of whose needs one sentence meets. */
function decide(text: PrefilteredText, list: number): number {
  const { table, occurrences, prefilter } = text;
  const { values, from } = table.lists;
  const { patterns, rows } = prefilter;
  const met = occurrences.setWords === 1 ? metInOneWord : metInWords;
  const before = patterns.length;
  const end = from[list + 1] ?? 0;
  for (let at = from[list] ?? 0; at < end; ) {
    const next = at + 2 + (values[at + 1] ?? 0);
    if (met(values, at + 2, next, text)) patterns.push(values[at] ?? 0);
    at = next;
  }
  if (patterns.length === before) {
    ruleOut(prefilter, list);
    return dead;
  }
  const row = rows.push(patterns.length) - 2;
  prefilter.rowOf[list] = row;
  return row;
}

/** Where to write the set of sentences of the next pattern that may match. */
function nextSet({ prefilter, occurrences: { setWords } }: PrefilteredText): number {
  const at = prefilter.patterns.length * setWords;
  if (at + setWords > prefilter.sentences.length) {
    const larger = new Int32Array(prefilter.sentences.length * 2);
    larger.set(prefilter.sentences);
    prefilter.sentences = larger;
  }
  return at;
}

type IsMet = (needs: Uint16Array, from: number, end: number, text: PrefilteredText) => boolean;

/** Whether there are sentences in which each clause is met; their set goes to those that may match. */
const metInOneWord: IsMet = (needs, from, end, text) => {
  const { places, sentences } = text.occurrences;
  let left = -1;
  for (let at = from; at < end; ) {
    const next = at + 1 + (needs[at] ?? 0);
    let any = 0;
    while (++at < next) {
      const place = placeOf(places, needs[at] ?? 0);
      if (place !== 0) any |= sentences[place] ?? 0;
    }
    left &= any;
    if (left === 0) return false;
  }
  const at = nextSet(text);
  text.prefilter.sentences[at] = left;
  return true;
};

/** As `metInOneWord`, for the sets of a text of many sentences. */
const metInWords: IsMet = (needs, from, end, text) => {
  const { places, sentences, setWords } = text.occurrences;
  const { clause, met } = text.prefilter;
  for (let at = from; at < end; ) {
    const isFirst = at === from;
    const next = at + 1 + (needs[at] ?? 0);
    let isAny = false;
    while (++at < next) {
      const place = placeOf(places, needs[at] ?? 0);
      if (place === 0) continue;
      const set = place * setWords;
      // Sets of a few words: `fill` would be a call into the engine.
      for (let word = 0; word < setWords; word++)
        clause[word] = (isAny ? (clause[word] ?? 0) : 0) | (sentences[set + word] ?? 0);
      isAny = true;
    }
    if (!isAny) return false;
    let left = 0;
    for (let word = 0; word < setWords; word++) {
      const both = (isFirst ? -1 : (met[word] ?? 0)) & (clause[word] ?? 0);
      met[word] = both;
      left |= both;
    }
    if (left === 0) return false;
  }
  const at = nextSet(text);
  for (let word = 0; word < setWords; word++)
    text.prefilter.sentences[at + word] = from < end ? (met[word] ?? 0) : -1;
  return true;
};
