import { placeOf } from './class-places.ts';
import { bitOfClass, foldsAt, type Occurrences, occurrenceAt } from './occurrences.ts';
import { op } from './pattern-code.ts';
import type { Surface } from './surface.ts';

/** Instructions that one attempt may take; reached only by patterns of many gaps and choices. */
const instructionsMax = 2_000;

/** An attempt to match a pattern from one word. Words are numbers; `sentenceLast` is exclusive. */
export interface Attempt {
  readonly surface: Surface;
  /** Entries of `occurrences` on the way so far that are disguised. */
  readonly folded: number[];
  sentenceFirst: number;
  sentenceLast: number;
  /** Instructions executed so far. */
  instructions: number;
}

/** Executes instructions from an address and a word. Returns the word after the match, or -1. */
export function follow(attempt: Attempt, address: number, from: number): number {
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
        const classNumber = code[next + 1] ?? 0;
        const found = occurrenceAt(occurrences, classNumber, at);
        if (found < 0) return -1;
        next += 2;
        if (occurrences.firsts[found + 1] === at && found + 1 < endOf(occurrences, classNumber))
          return followEach(attempt, next, found, endOf(occurrences, classNumber));
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

/** Returns the end of the entries of a class. */
const endOf = ({ places, from }: Occurrences, classNumber: number): number =>
  from[placeOf(places, classNumber) + 1] ?? 0;

/** Truncates `folded`. Checks first, since V8 leaves compiled code to set the length of an array, even to what it is. */
export function truncateFolds({ folded }: Attempt, depth: number): void {
  if (folded.length > depth) folded.length = depth;
}

/** Calls `follow`, and restores `folded` where it fails. */
function tryFrom(attempt: Attempt, address: number, at: number): number {
  const depth = attempt.folded.length;
  const end = follow(attempt, address, at);
  if (end < 0) truncateFolds(attempt, depth);
  return end;
}

/** Tries each occurrence of a class at one word, such as `sleep` and `sleep aid`, until the rest of the pattern matches. */
function followEach(attempt: Attempt, next: number, found: number, end: number): number {
  const { folded, surface, sentenceLast } = attempt;
  const { occurrences } = surface;
  const { firsts, lasts } = occurrences;
  const word = firsts[found];
  for (let entry = found; entry < end && firsts[entry] === word; entry++) {
    const last = lasts[entry] ?? 0;
    // Of several occurrences over the same words the least disguised comes first; the others lead to the same result.
    if (last > sentenceLast || (entry > found && lasts[entry - 1] === last)) continue;
    const depth = folded.length;
    if (foldsAt(occurrences, entry).length > 0) folded.push(entry);
    const reached = tryFrom(attempt, next, last);
    if (reached >= 0) return reached;
    truncateFolds(attempt, depth);
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
    const classNumber = code[option] ?? 0;
    if ((beginning & bitOfClass(classNumber)) === 0) continue;
    const found = occurrenceAt(occurrences, classNumber, at);
    if (found < 0) continue;
    const end = followEach(attempt, next, found, endOf(occurrences, classNumber));
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
    const classNumber = code[option + 1] ?? -1;
    if (classNumber >= 0 && (beginning & bitOfClass(classNumber)) === 0) {
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
    if (skip >= min && mayContinueAt(surface, set, word)) {
      const end = tryFrom(attempt, address + 4, word);
      if (end >= 0) return end;
    }
    if (surface.gapStops[word] === 1) return -1;
  }
  return -1;
}

/** Reports whether one of the classes that may follow a gap begins at a word; true for `set` -1, which means any. */
function mayContinueAt({ table, occurrences }: Surface, set: number, word: number): boolean {
  if (set < 0) return true;
  const { values, from } = table.classSets;
  const end = from[set + 1] ?? 0;
  for (let at = from[set] ?? 0; at < end; at++) {
    if (occurrenceAt(occurrences, values[at] ?? 0, word) >= 0) return true;
  }
  return false;
}
