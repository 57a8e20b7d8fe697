import type { Vocabulary } from '../rules/program.ts';
import { type Numeral, numeralsOf } from '../text/numerals.ts';
import type { TextStructure } from '../text/structure.ts';

/** A term or numeral that stands in the text: words `first` (inclusive) to `last` (exclusive). */
export interface Occurrence {
  readonly first: number;
  readonly last: number;
  /** Folds beyond spelling conventions that it took to read it; see the matcher. Empty for plain words. */
  readonly folds: readonly string[];
}

/** Every occurrence of every class, by class and first word. */
export interface Occurrences {
  readonly at: (of: number, word: number) => readonly Occurrence[];
  readonly of: (of: number) => ReadonlyMap<number, readonly Occurrence[]> | undefined;
  readonly has: (of: number) => boolean;
  /** The words at which a class occurs, in text order. */
  readonly starts: (of: number) => readonly number[];
  /** The classes that occur. */
  readonly classes: readonly number[];
}

/** Finds the terms of one vocabulary; made once per pack. */
export type TermScan = (structure: TextStructure) => readonly TermHit[];

export interface TermHit extends Occurrence {
  readonly classes: readonly number[];
}

const none: readonly Occurrence[] = [];

/**
 * Files the term hits and numerals of a text under their classes. A pack has thousands of classes and a text a hundred,
 * so the table from class to place has two bytes for each and stays in the processor's cache.
 */
export function occurrencesIn(
  structure: TextStructure,
  hits: readonly TermHit[],
  vocabulary: Vocabulary,
): Occurrences {
  const places = new Uint16Array(vocabulary.classCount);
  const filed: (Map<number, Occurrence[]> | undefined)[] = [undefined];
  const classes: number[] = [];
  const add = (of: number, occurrence: Occurrence): void => {
    let byWord = filed[places[of] ?? 0];
    if (!byWord) {
      byWord = new Map();
      places[of] = filed.push(byWord) - 1;
      classes.push(of);
    }
    const known = byWord.get(occurrence.first);
    if (!known) byWord.set(occurrence.first, [occurrence]);
    else addPlainest(known, occurrence);
  };
  for (const hit of hits) for (const of of hit.classes) add(of, hit);
  for (const numeral of numeralsOf(structure)) {
    for (const of of vocabulary.numerals.get(numeral.kind) ?? []) add(of, occurrenceOf(numeral));
  }
  const starts: (readonly number[] | undefined)[] = [];
  return {
    starts(of) {
      const place = places[of] ?? 0;
      starts[place] ??= inTextOrder(filed[place]?.keys() ?? []);
      return starts[place];
    },
    at: (of, word) => filed[places[of] ?? 0]?.get(word) ?? none,
    of: (of) => filed[places[of] ?? 0],
    has: (of) => places[of] !== 0,
    classes,
  };
}

/** Of several readings of the same words the least disguised counts. */
function addPlainest(known: Occurrence[], occurrence: Occurrence): void {
  const same = known.findIndex((other) => other.last === occurrence.last);
  if (same < 0) known.push(occurrence);
  else if (occurrence.folds.length < (known[same]?.folds.length ?? 0)) known[same] = occurrence;
}

/** Words in the order of the text. */
export function inTextOrder(words: Iterable<number>): readonly number[] {
  return [...words].sort((a, b) => a - b);
}

function occurrenceOf(numeral: Numeral): Occurrence {
  return { first: numeral.first, last: numeral.last, folds: [] };
}
