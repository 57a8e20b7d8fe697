import type { Program, Step } from '../rules/program.ts';
import type { TextStructure } from '../text/structure.ts';
import type { Occurrence, Occurrences } from './occurrences.ts';

/** Steps one program may take from one word; reached only by patterns of many gaps and choices. */
const stepsMax = 5_000;

/** A text being matched, and what its programs have found so far. */
export interface Reading {
  readonly structure: TextStructure;
  readonly occurrences: Occurrences;
  /** Words that no gap may span (`not`, `but`): what stands behind them is another statement. */
  readonly gapStops: ReadonlySet<number>;
  readonly memo: Map<Program, readonly Occurrence[]>;
}

/** All places where a program matches, by first word; of several readings at one word the first in pattern order. */
export function runProgram(reading: Reading, program: Program): readonly Occurrence[] {
  const known = reading.memo.get(program);
  if (known) return known;
  const found: Occurrence[] = [];
  if (program.required.every((of) => reading.occurrences.of(of))) {
    for (const first of startsOf(reading, program)) {
      const occurrence = matchAt(reading, program.start, first);
      if (occurrence) found.push(occurrence);
    }
  }
  reading.memo.set(program, found);
  return found;
}

/** Words at which the program may begin, in text order. */
function startsOf({ structure, occurrences }: Reading, program: Program): number[] {
  if (program.firsts === null) return structure.sentences.map((sentence) => sentence.first);
  const starts = new Set<number>();
  for (const of of program.firsts) for (const word of occurrences.of(of)?.keys() ?? []) starts.add(word);
  return [...starts].sort((a, b) => a - b);
}

/** The programs' occurrences together, in text order. */
export function runAll(reading: Reading, programs: readonly Program[]): Occurrence[] {
  return programs
    .flatMap((program) => [...runProgram(reading, program)])
    .sort((a, b) => a.first - b.first || b.last - a.last);
}

function matchAt(reading: Reading, start: Step, first: number): Occurrence | null {
  const { structure, occurrences, gapStops } = reading;
  const sentence = structure.sentences[structure.sentenceOf[first] ?? 0];
  if (!sentence) return null;
  const folds: (readonly string[])[] = [];
  let steps = 0;
  const go = (step: Step, at: number): number => {
    if (++steps > stepsMax) return -1;
    switch (step.kind) {
      case 'accept':
        return at;
      case 'class':
        for (const occurrence of occurrences.at(step.of, at)) {
          if (occurrence.last > sentence.last) continue;
          const depth = folds.push(occurrence.folds);
          const end = go(step.next, occurrence.last);
          if (end >= 0) return end;
          folds.length = depth - 1;
        }
        return -1;
      case 'gap':
        for (let skip = 0; skip <= step.max && at + skip <= sentence.last; skip++) {
          const end = skip >= step.min ? go(step.next, at + skip) : -1;
          if (end >= 0) return end;
          if (gapStops.has(at + skip)) return -1;
        }
        return -1;
      case 'choice':
        for (const option of step.options) {
          const end = go(option, at);
          if (end >= 0) return end;
        }
        return -1;
      case 'sentenceStart':
        return at === sentence.first ? go(step.next, at) : -1;
      case 'sentenceEnd':
        return at === sentence.last ? go(step.next, at) : -1;
    }
  };
  const last = go(start, first);
  return last < 0 ? null : { first, last, folds: [...new Set(folds.flat())] };
}
