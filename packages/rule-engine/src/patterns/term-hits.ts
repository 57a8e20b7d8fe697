import type { Occurrence } from './occurrences.ts';
import type { Rows } from './rows.ts';

/** What was found in a text, as numbers: a long one has thousands. */
export interface TermHits {
  /** By term: the classes that it fills. */
  readonly classes: Rows;
  /** Three numbers a hit: its first word, the one behind its last, and its term. Those behind `count` mean nothing. */
  numbers: Int32Array;
  count: number;
  /** By hit: the folds of one that is disguised; see `Occurrence`. */
  readonly folds: Map<number, readonly string[]>;
}

/** Numbers of a hit, and their places. */
export const hitFields = 3;
export const hitLast = 1;
export const hitTerm = 2;

/** Hits that a text has at first; more make room for themselves. */
const hitsCommon = 512;

/** No hits yet of terms that fill these classes. */
export const termHits = (classes: Rows): TermHits => ({
  ...{ classes, numbers: new Int32Array(hitsCommon * hitFields), count: 0, folds: new Map() },
});

/** Adds a hit; words `first` to `last`, exclusive. */
export function addHit(
  hits: TermHits,
  first: number,
  last: number,
  term: number,
  folds: readonly string[],
): void {
  const at = hits.count * hitFields;
  if (at === hits.numbers.length) {
    const larger = new Int32Array(at * 2);
    larger.set(hits.numbers);
    hits.numbers = larger;
  }
  hits.numbers[at] = first;
  hits.numbers[at + hitLast] = last;
  hits.numbers[at + hitTerm] = term;
  if (folds.length > 0) hits.folds.set(hits.count, folds);
  hits.count++;
}

/** Keeps the hits that fit, in their order. */
export function keepHits(hits: TermHits, fits: (first: number, last: number) => boolean): void {
  const { numbers, count, folds } = hits;
  const known = new Map(folds);
  folds.clear();
  hits.count = 0;
  for (let hit = 0; hit < count; hit++) {
    const at = hit * hitFields;
    const [first, last] = [numbers[at] ?? 0, numbers[at + hitLast] ?? 0];
    if (fits(first, last)) addHit(hits, first, last, numbers[at + hitTerm] ?? 0, known.get(hit) ?? noFolds);
  }
}

export const noFolds: readonly string[] = [];

/** The hits as occurrences, for who looks at each. */
export const occurrencesOf = ({ numbers, count, folds }: TermHits): Occurrence[] =>
  Array.from({ length: count }, (_, hit) => ({
    first: numbers[hit * hitFields] ?? 0,
    last: numbers[hit * hitFields + hitLast] ?? 0,
    folds: folds.get(hit) ?? noFolds,
  }));
