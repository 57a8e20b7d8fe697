import { placeOf } from './class-places.ts';
import type { Occurrences } from './occurrences.ts';
import type { PatternList, PatternTable } from './pattern-table.ts';

/**
 * The lists of a pack that may match in a text, and their patterns that may; most lists cannot. The patterns of a list
 * are checked when the list is first run, since half of the lists that may match never are.
 */
export interface Prefilter {
  /** A bit for each list that may have a pattern that matches. */
  readonly lists: Int32Array;
  /** By list: its row, from 1; 0 while its patterns are unchecked. */
  readonly rowOf: Uint16Array;
  /** Row `r` is `patterns[rows[r]]` to `patterns[rows[r + 1]]`. */
  readonly rows: number[];
  /** Patterns that may match, and for each the set of sentences in which; see `sentence-sets.ts`. */
  readonly patterns: number[];
  sentences: Int32Array;
  /** Scratch: the sentences that meet a clause, and those that meet all clauses so far. */
  readonly clause: Int32Array;
  readonly met: Int32Array;
}

/** A text with what the prefilter reads. */
export interface PrefilteredText {
  readonly table: PatternTable;
  readonly occurrences: Occurrences;
  readonly prefilter: Prefilter;
}

const noRow = 0;

/** Initial capacity, in patterns that may match; it doubles when full. */
const patternsInitial = 512;

/** Marks the lists that have a pattern whose rarest clause occurs in the text, or that needs nothing. */
export function prefilterOf(
  { listsByClass, always, lists: { from: starts } }: PatternTable,
  { classes, setWords }: Occurrences,
): Prefilter {
  const lists = new Int32Array((starts.length + 31) >> 5);
  for (const list of always) mark(lists, list);
  const { values, from } = listsByClass;
  for (let one = 0; one < classes.length; one++) {
    const classNumber = classes[one] ?? 0;
    const end = from[classNumber + 1] ?? 0;
    for (let at = from[classNumber] ?? 0; at < end; at++) mark(lists, values[at] ?? 0);
  }
  const rowOf = new Uint16Array(starts.length);
  const [clause, met] = [new Int32Array(setWords), new Int32Array(setWords)];
  const sentences = new Int32Array(patternsInitial * setWords);
  return { lists, rowOf, rows: [0, 0], patterns: [], sentences, clause, met };
}

function mark(lists: Int32Array, list: number): void {
  lists[list >>> 5] = (lists[list >>> 5] ?? 0) | (1 << (list & 31));
}

/** Reports whether a list has a pattern that may match. */
export const mayMatch = (text: PrefilteredText, { number }: PatternList): boolean =>
  rowOf(text, number) !== noRow;

/** Returns the row of a list, or 0 if none of its patterns may match. */
export function rowOf(text: PrefilteredText, list: number): number {
  const { lists, rowOf } = text.prefilter;
  if ((((lists[list >>> 5] ?? 0) >>> (list & 31)) & 1) === 0) return noRow;
  return rowOf[list] || decide(text, list);
}

/** Unmarks a list that has no match in the text. */
export function ruleOut({ lists }: Prefilter, list: number): void {
  lists[list >>> 5] = (lists[list >>> 5] ?? 0) & ~(1 << (list & 31));
}

/** Collects the patterns of a list all of whose clauses one sentence meets. Returns the row, or 0 for none. */
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
    return noRow;
  }
  const row = rows.push(patterns.length) - 2;
  prefilter.rowOf[list] = row;
  return row;
}

/** Returns the index in `sentences` for the set of the next pattern; makes room for it. */
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

/** Reports whether a sentence meets every clause, and writes the set of those that do. */
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

/** Does the same for texts of more than 32 sentences, whose sets take several integers. */
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
