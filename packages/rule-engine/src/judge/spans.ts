import { wholeCharacters } from '@redline/matcher';
import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Match } from './find-matches.ts';

/** A place in the original text, UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The longest clause that is reported whole, in UTF-16 units; of a longer one the matched words are clearer. */
const clauseLengthMax = 90;

/** Returns the span that a match is reported with: the match itself, its clause when that is short, or its sentence. */
export function spanOf(structure: TextStructure, match: Match, wish: 'hit' | 'clause' | 'sentence'): Span {
  const own = coreOf(structure, match);
  if (match.offsets || wish === 'hit') return own;
  const sentence = structure.sentences[structure.sentenceOf[match.first] ?? 0];
  if (!sentence) return own;
  if (wish === 'sentence') return spanOfWords(structure, sentence.first, sentence.last);
  const weakest = clauseAround(structure, match, sentence, breaks.comma);
  const clause = spanOfWords(structure, weakest.first, weakest.last);
  return clause.end - clause.start <= Math.max(clauseLengthMax, own.end - own.start) ? clause : own;
}

/** Returns the place of the matched words themselves. */
export function coreOf(structure: TextStructure, match: Match): Span {
  if (!match.offsets) return spanOfWords(structure, match.first, match.last);
  return wholeCharacters(structure.text, match.offsets);
}

/** Returns the offsets of words `first` to `last` (exclusive). */
export function spanOfWords(structure: TextStructure, first: number, last: number): Span {
  return { start: structure.tokens[first]?.start ?? 0, end: structure.tokens[last - 1]?.end ?? 0 };
}

function clauseAround(
  structure: TextStructure,
  match: { readonly first: number; readonly last: number },
  sentence: { readonly first: number; readonly last: number },
  weakest: number,
): { first: number; last: number } {
  let { first, last } = match;
  while (first > sentence.first && (structure.breakBefore[first] ?? 0) < weakest) first--;
  while (last < sentence.last && (structure.breakBefore[last] ?? 0) < weakest) last++;
  return { first, last };
}

/** Counts the separate places that some spans cover: those that overlap are one. */
export function placesIn(spans: readonly Span[]): number {
  let places = 0;
  let covered = -1;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start >= covered) places += 1;
    covered = Math.max(covered, end);
  }
  return places;
}
