import type { Program, Step } from '../rules/program.ts';
import type { TextStructure } from '../text/structure.ts';
import { inTextOrder, type Occurrence, type Occurrences } from './occurrences.ts';
import type { Live } from './triggers.ts';

/** Steps one program may take from one word; reached only by patterns of many gaps and choices. */
const stepsMax = 2_000;

/** A text being matched, and what its programs have found so far. */
export interface Reading {
  readonly structure: TextStructure;
  readonly occurrences: Occurrences;
  /** Words that no gap may span (`not`, `but`): what stands behind them is another statement. */
  readonly gapStops: ReadonlySet<number>;
  /** Of each list the programs that may match here; see `livePrograms`. */
  readonly live: Live;
  readonly memo: Map<Program | readonly Program[], readonly Occurrence[]>;
}

const nothing: readonly Occurrence[] = [];

/** All places where a program matches, by first word; of several readings at one word the first in pattern order. */
function runProgram(reading: Reading, program: Program): readonly Occurrence[] {
  const known = reading.memo.get(program);
  if (known) return known;
  const found: Occurrence[] = [];
  for (const first of startsOf(reading, program)) {
    const occurrence = matchAt(reading, program.start, first);
    if (occurrence) found.push(occurrence);
  }
  reading.memo.set(program, found);
  return found;
}

/** The programs' occurrences together, in text order. */
export function runAll(reading: Reading, programs: readonly Program[]): readonly Occurrence[] {
  if (!reading.live.has(programs)) return nothing;
  const known = reading.memo.get(programs);
  if (known) return known;
  let found: Occurrence[] | null = null;
  for (const program of reading.live.of(programs)) {
    const occurrences = runProgram(reading, program);
    if (occurrences.length > 0) found = found ? found.concat(occurrences) : [...occurrences];
  }
  const sorted = found ? found.sort((a, b) => a.first - b.first || b.last - a.last) : nothing;
  reading.memo.set(programs, sorted);
  return sorted;
}

/** Words at which the program may begin, in text order. */
function startsOf({ structure, occurrences }: Reading, { firsts }: Program): readonly number[] {
  if (firsts === null) return structure.sentences.map((sentence) => sentence.first);
  const filed = firsts.filter(occurrences.has);
  if (filed.length === 1) return occurrences.starts(filed[0] ?? 0);
  return inTextOrder(new Set(filed.flatMap(occurrences.starts)));
}

/** One attempt: where it began and must end, and the steps and disguises so far. */
interface Attempt {
  readonly reading: Reading;
  readonly sentence: { readonly first: number; readonly last: number };
  readonly folds: (readonly string[])[];
  steps: number;
}

function matchAt(reading: Reading, start: Step, first: number): Occurrence | null {
  const sentence = reading.structure.sentences[reading.structure.sentenceOf[first] ?? 0];
  if (!sentence) return null;
  const attempt: Attempt = { reading, sentence, folds: [], steps: 0 };
  const last = follow(attempt, start, first);
  if (last < 0) return null;
  return { first, last, folds: attempt.folds.length === 0 ? [] : [...new Set(attempt.folds.flat())] };
}

/** Follows the steps from word `at`; gives the word after the match, or -1. */
function follow(attempt: Attempt, step: Step, at: number): number {
  if (++attempt.steps > stepsMax) return -1;
  switch (step.kind) {
    case 'accept':
      return at;
    case 'class':
      return followClass(attempt, step, at);
    case 'gap':
      return followGap(attempt, step, at);
    case 'choice':
      for (const option of step.options) {
        const end = follow(attempt, option, at);
        if (end >= 0) return end;
      }
      return -1;
    case 'sentenceStart':
      return at === attempt.sentence.first ? follow(attempt, step.next, at) : -1;
    case 'sentenceEnd':
      return at === attempt.sentence.last ? follow(attempt, step.next, at) : -1;
  }
}

function followClass(attempt: Attempt, step: Extract<Step, { kind: 'class' }>, at: number): number {
  for (const occurrence of attempt.reading.occurrences.at(step.of, at)) {
    if (occurrence.last > attempt.sentence.last) continue;
    const depth = attempt.folds.length;
    if (occurrence.folds.length > 0) attempt.folds.push(occurrence.folds);
    const end = follow(attempt, step.next, occurrence.last);
    if (end >= 0) return end;
    attempt.folds.length = depth;
  }
  return -1;
}

function followGap(attempt: Attempt, step: Extract<Step, { kind: 'gap' }>, at: number): number {
  const { reading, sentence } = attempt;
  const filed = step.nextClasses && filedOf(reading.occurrences, step.nextClasses);
  if (filed?.length === 0) return -1;
  for (let skip = 0; skip <= step.max && at + skip <= sentence.last; skip++) {
    const word = at + skip;
    if (skip >= step.min && (!filed || filed.some((byWord) => byWord.has(word)))) {
      const end = follow(attempt, step.next, word);
      if (end >= 0) return end;
    }
    if (reading.gapStops.has(word)) return -1;
  }
  return -1;
}

/** Those of the classes that occur. */
function filedOf({ of }: Occurrences, classes: readonly number[]): ReadonlyMap<number, unknown>[] {
  const filed: ReadonlyMap<number, unknown>[] = [];
  for (const one of classes) {
    const byWord = of(one);
    if (byWord) filed.push(byWord);
  }
  return filed;
}
