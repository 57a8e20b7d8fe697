import type { FoundMatches, Match } from '../types.ts';

/** Numbers of a match, and their places. */
export const M_TERM = 0;
export const M_START = 1;
export const M_END = 2;
export const M_FOLDS = 3;
export const MATCH_FIELDS = 4;

/** Matches that a text has at first; more make room for themselves. */
const MATCHES_COMMON = 256;

/** Matches as they are found; kept from text to text. */
export interface Found extends FoundMatches {
  numbers: Int32Array;
  count: number;
  truncated: boolean;
}

export const createFound = (): Found => ({
  numbers: new Int32Array(MATCHES_COMMON * MATCH_FIELDS),
  count: 0,
  truncated: false,
});

/** Adds a match. */
export function addMatch(found: Found, term: number, start: number, end: number, folds: number): void {
  const at = found.count * MATCH_FIELDS;
  if (at === found.numbers.length) {
    const larger = new Int32Array(at * 2);
    larger.set(found.numbers);
    found.numbers = larger;
  }
  const { numbers } = found;
  numbers[at + M_TERM] = term;
  numbers[at + M_START] = start;
  numbers[at + M_END] = end;
  numbers[at + M_FOLDS] = folds;
  found.count++;
}

/** The matches as objects. */
export function matchesOf({ numbers, count }: FoundMatches): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < count * MATCH_FIELDS; at += MATCH_FIELDS) {
    matches.push({
      term: numbers[at + M_TERM] as number,
      start: numbers[at + M_START] as number,
      end: numbers[at + M_END] as number,
      folds: numbers[at + M_FOLDS] as number,
    });
  }
  return matches;
}
