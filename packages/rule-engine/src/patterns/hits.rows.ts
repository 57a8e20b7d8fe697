import { rowsOf } from './rows.ts';
import { addHit, type TermHits, termHits } from './term-hits.ts';

/** A hit as a test writes it: its first word, the one behind its last, its classes, its folds. */
export type HitRow = readonly [number, number, readonly number[], (readonly string[])?];

/** Hits with their classes: of each a term of its own. */
export function hitsOf(rows: readonly HitRow[]): TermHits {
  const hits = termHits(rowsOf(rows.map(([, , classes]) => classes)));
  for (const [term, [first, last, , folds = []]] of rows.entries()) addHit(hits, first, last, term, folds);
  return hits;
}
