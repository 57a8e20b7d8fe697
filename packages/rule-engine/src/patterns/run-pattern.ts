import { placeOf } from './class-places.ts';
import { isClassSet, runClassSet } from './class-set.ts';
import { bitOfClass, foldsAt, type Occurrence, type Occurrences, occurrenceAt } from './occurrences.ts';
import { op } from './pattern-code.ts';
import { bitOfSentence, wordOfSentence } from './sentence-sets.ts';
import type { Surface } from './surface.ts';
import { noFolds } from './term-matches.ts';
import { markWord, takeMarked } from './word-marks.ts';

/** Instructions one pattern may take from one word; reached only by patterns of many gaps and choices. */
const instructionsMax = 2_000;

/** One attempt: the sentence it stands in, the disguises and instructions so far. */
interface Attempt {
  readonly surface: Surface;
  readonly folded: number[];
  sentenceFirst: number;
  sentenceLast: number;
  instructions: number;
}

/**
 * Writes down all places where a pattern matches, by first word; of several readings at one word the first in pattern
 * order. Says where what it wrote ends.
 * @param lookAt sets of sentences; the one that begins at `set` are those to look at
 * @param found is written to from `count` on
 */
export function runPattern(
  surface: Surface,
  pattern: number,
  lookAt: Int32Array,
  set: number,
  found: Occurrence[],
  count: number,
): number {
  const { structure, table, marks } = surface;
  const start = table.starts[pattern] ?? 0;
  if (isClassSet(table.code, start)) return runClassSet(surface, start, found, count);
  const firsts = firstWords(surface, pattern, lookAt, set);
  const attempt: Attempt = { surface, folded: [], sentenceFirst: 0, sentenceLast: 0, instructions: 0 };
  let end = count;
  for (let at = 0; at < firsts; at++) {
    const first = marks.words[at] ?? 0;
    const sentence = structure.sentences[structure.sentenceOf[first] ?? 0];
    if (!sentence) continue;
    attempt.sentenceFirst = sentence.first;
    attempt.sentenceLast = sentence.last;
    attempt.instructions = 0;
    forget(attempt, 0);
    const last = follow(attempt, start, first);
    if (last >= 0) found[end++] = { first, last, folds: foldsOf(attempt) };
  }
  return end;
}

function foldsOf({ surface, folded }: Attempt): readonly string[] {
  if (folded.length === 0) return noFolds;
  return [...new Set(folded.flatMap((at) => foldsAt(surface.occurrences, at)))];
}

/** Marks the words in the sentences to look at at which the pattern may begin, and says how many they are. */
function firstWords(
  { table, structure, occurrences, marks }: Surface,
  pattern: number,
  lookAt: Int32Array,
  set: number,
): number {
  const { values, from } = table.firsts;
  const { places, from: starts, firsts, setWords } = occurrences;
  const { sentences, sentenceOf } = structure;
  const isToLookAt = (sentence: number): boolean =>
    ((lookAt[set + wordOfSentence(sentence, setWords)] ?? 0) & bitOfSentence(sentence)) !== 0;
  const end = from[pattern + 1] ?? 0;
  if (from[pattern] === end) {
    for (let number = 0; number < sentences.length; number++)
      if (isToLookAt(number)) markWord(marks, sentences[number]?.first ?? 0);
  }
  for (let at = from[pattern] ?? 0; at < end; at++) {
    const place = placeOf(places, values[at] ?? 0);
    if (place === 0) continue;
    const last = starts[place + 1] ?? 0;
    for (let one = starts[place] ?? 0; one < last; one++) {
      const word = firsts[one] ?? 0;
      if (isToLookAt(sentenceOf[word] ?? 0)) markWord(marks, word);
    }
  }
  return takeMarked(marks);
}

/** Follows the instructions from word `from`; gives the word after the match, or -1. */
function follow(attempt: Attempt, address: number, from: number): number {
  const { surface, sentenceFirst, sentenceLast, folded } = attempt;
  const { code } = surface.table;
  const { occurrences } = surface;
  let at = from;
  for (let next = address; ; ) {
    if (++attempt.instructions > instructionsMax) return -1;
    switch (code[next]) {
      case op.accept:
        return at;
      case op.class: {
        const of = code[next + 1] ?? 0;
        const found = occurrenceAt(occurrences, of, at);
        if (found < 0) return -1;
        next += 2;
        if (occurrences.firsts[found + 1] === at && found + 1 < endOf(occurrences, of))
          return followEach(attempt, next, found, endOf(occurrences, of));
        at = occurrences.lasts[found] ?? 0;
        if (at > sentenceLast) return -1;
        if (foldsAt(occurrences, found).length > 0) folded.push(found);
        break;
      }
      case op.oneOf:
        return followOneOf(attempt, next, at);
      case op.gap:
        return followGap(attempt, next, at);
      case op.choice:
        return followChoice(attempt, next, at);
      case op.sentenceStart:
        if (at !== sentenceFirst) return -1;
        next++;
        break;
      case op.sentenceEnd:
        if (at !== sentenceLast) return -1;
        next++;
        break;
      default:
        next = code[next + 1] ?? 0;
    }
  }
}

/** Where the occurrences of a class end. */
const endOf = ({ places, from }: Occurrences, of: number): number => from[placeOf(places, of) + 1] ?? 0;

/** Back to so many disguises. Setting the length of an array is a call into the engine, also where nothing changes. */
function forget({ folded }: Attempt, depth: number): void {
  if (folded.length > depth) folded.length = depth;
}

/** As `follow`, leaving no trace where it fails. */
function tryFrom(attempt: Attempt, address: number, at: number): number {
  const depth = attempt.folded.length;
  const end = follow(attempt, address, at);
  if (end < 0) forget(attempt, depth);
  return end;
}

/** Several readings of a class begin at one word: `sleep` and `sleep aid`. */
function followEach(attempt: Attempt, next: number, found: number, end: number): number {
  const { folded, surface, sentenceLast } = attempt;
  const { occurrences } = surface;
  const { firsts, lasts } = occurrences;
  const word = firsts[found];
  for (let scanned = found; scanned < end && firsts[scanned] === word; scanned++) {
    const last = lasts[scanned] ?? 0;
    // The least disguised of several readings of the same words comes first; the others say nothing new.
    if (last > sentenceLast || (scanned > found && lasts[scanned - 1] === last)) continue;
    const depth = folded.length;
    if (foldsAt(occurrences, scanned).length > 0) folded.push(scanned);
    const reached = tryFrom(attempt, next, last);
    if (reached >= 0) return reached;
    forget(attempt, depth);
  }
  return -1;
}

function followOneOf(attempt: Attempt, address: number, at: number): number {
  const { table, occurrences } = attempt.surface;
  const { code } = table;
  const beginning = occurrences.beginning[at] ?? 0;
  if (beginning === 0) return -1;
  const next = address + 2 + (code[address + 1] ?? 0);
  for (let option = address + 2; option < next; option++) {
    const of = code[option] ?? 0;
    if ((beginning & bitOfClass(of)) === 0) continue;
    const found = occurrenceAt(occurrences, of, at);
    if (found < 0) continue;
    const end = followEach(attempt, next, found, endOf(occurrences, of));
    if (end >= 0) return end;
  }
  return -1;
}

function followChoice(attempt: Attempt, address: number, at: number): number {
  const { table, occurrences } = attempt.surface;
  const { code } = table;
  const beginning = occurrences.beginning[at] ?? 0;
  const end = address + 2 + (code[address + 1] ?? 0) * 2;
  for (let option = address + 2; option < end; option += 2) {
    const of = code[option + 1] ?? -1;
    if (of >= 0 && (beginning & bitOfClass(of)) === 0) {
      attempt.instructions++;
      continue;
    }
    const reached = tryFrom(attempt, code[option] ?? 0, at);
    if (reached >= 0) return reached;
  }
  return -1;
}

function followGap(attempt: Attempt, address: number, at: number): number {
  const { surface, sentenceLast } = attempt;
  const { code } = surface.table;
  const min = code[address + 1] ?? 0;
  const max = code[address + 2] ?? 0;
  const set = code[address + 3] ?? -1;
  for (let skip = 0; skip <= max && at + skip <= sentenceLast; skip++) {
    const word = at + skip;
    if (skip >= min && mayStandAt(surface, set, word)) {
      const end = tryFrom(attempt, address + 4, word);
      if (end >= 0) return end;
    }
    if (surface.gapStops[word] === 1) return -1;
  }
  return -1;
}

/** Whether one of the classes that a gap leads to stands at a word. */
function mayStandAt({ table, occurrences }: Surface, set: number, word: number): boolean {
  if (set < 0) return true;
  const { values, from } = table.classSets;
  const end = from[set + 1] ?? 0;
  for (let at = from[set] ?? 0; at < end; at++) {
    if (occurrenceAt(occurrences, values[at] ?? 0, word) >= 0) return true;
  }
  return false;
}
