import { rowsOf } from './rows.ts';
import { addMatch, type TermMatches, termMatches } from './term-matches.ts';

/** A match as a test writes it: its first word, the one behind its last, its classes, its folds. */
export type MatchRow = readonly [number, number, readonly number[], (readonly string[])?];

/** Matches with their classes: of each a term of its own. */
export function matchesOf(rows: readonly MatchRow[]): TermMatches {
  const matches = termMatches(rowsOf(rows.map(([, , classes]) => classes)));
  for (const [term, [first, last, , folds = []]] of rows.entries())
    addMatch(matches, first, last, term, folds);
  return matches;
}
