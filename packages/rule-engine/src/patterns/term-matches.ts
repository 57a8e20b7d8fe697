import type { Rows } from './rows.ts';

/** The matches of terms in one text, as numbers, since a long text has thousands. */
export interface TermMatches {
  /** By term: the classes that it fills. */
  readonly classes: Rows;
  /** Three numbers a match: its first word, the one behind its last, and its term. Those behind `count` mean nothing. */
  numbers: Int32Array;
  count: number;
  /** By match: the folds of one that is disguised; see `Occurrence`. */
  readonly folds: Map<number, readonly string[]>;
}

/** The layout of a match in `numbers`. */
export const matchFields = 3;
export const matchLast = 1;
export const matchTerm = 2;

/** Initial capacity, in matches; it doubles when full. */
const matchesInitial = 512;

/** Returns an empty collection for terms that fill these classes. */
export const termMatches = (classes: Rows): TermMatches => ({
  classes,
  numbers: new Int32Array(matchesInitial * matchFields),
  count: 0,
  folds: new Map(),
});

/** Adds a match; words `first` to `last`, exclusive. */
export function addMatch(
  matches: TermMatches,
  first: number,
  last: number,
  term: number,
  folds: readonly string[],
): void {
  const at = matches.count * matchFields;
  if (at === matches.numbers.length) {
    const larger = new Int32Array(at * 2);
    larger.set(matches.numbers);
    matches.numbers = larger;
  }
  matches.numbers[at] = first;
  matches.numbers[at + matchLast] = last;
  matches.numbers[at + matchTerm] = term;
  if (folds.length > 0) matches.folds.set(matches.count, folds);
  matches.count++;
}

/** Drops the matches for which `fits` is false; keeps the order. */
export function keepMatches(matches: TermMatches, fits: (first: number, last: number) => boolean): void {
  const { numbers, count, folds } = matches;
  const known = new Map(folds);
  folds.clear();
  matches.count = 0;
  for (let match = 0; match < count; match++) {
    const at = match * matchFields;
    const [first, last] = [numbers[at] ?? 0, numbers[at + matchLast] ?? 0];
    if (fits(first, last))
      addMatch(matches, first, last, numbers[at + matchTerm] ?? 0, known.get(match) ?? noFolds);
  }
}

export const noFolds: readonly string[] = [];
