import { breaks } from '../document/sentences.ts';
import type { TextStructure } from '../document/structure.ts';
import type { Hit } from './find.ts';

/** A place in the original text, UTF-16 offsets, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A clause longer than this is not shown whole: the words that were hit say it better. */
const clauseLengthMax = 90;

/** The span that a hit is shown with: the hit itself, its clause when that is short, or its sentence. */
export function spanOf(structure: TextStructure, hit: Hit, wish: 'hit' | 'clause' | 'sentence'): Span {
  const own = coreOf(structure, hit);
  if (hit.offsets || wish === 'hit') return own;
  const sentence = structure.sentences[structure.sentenceOf[hit.first] ?? 0];
  if (!sentence) return own;
  if (wish === 'sentence') return spanOfWords(structure, sentence.first, sentence.last);
  const weakest = clauseAround(structure, hit, sentence, breaks.comma);
  const clause = spanOfWords(structure, weakest.first, weakest.last);
  return clause.end - clause.start <= Math.max(clauseLengthMax, own.end - own.start) ? clause : own;
}

/** The place of the words that were hit themselves. */
export function coreOf(structure: TextStructure, hit: Hit): Span {
  return hit.offsets ?? spanOfWords(structure, hit.first, hit.last);
}

/** The offsets of words `first` to `last` (exclusive). */
export function spanOfWords(structure: TextStructure, first: number, last: number): Span {
  return { start: structure.tokens[first]?.start ?? 0, end: structure.tokens[last - 1]?.end ?? 0 };
}

function clauseAround(
  structure: TextStructure,
  hit: { readonly first: number; readonly last: number },
  sentence: { readonly first: number; readonly last: number },
  weakest: number,
): { first: number; last: number } {
  let { first, last } = hit;
  while (first > sentence.first && (structure.breakBefore[first] ?? 0) < weakest) first--;
  while (last < sentence.last && (structure.breakBefore[last] ?? 0) < weakest) last++;
  return { first, last };
}

/** How many separate places some spans cover: those that overlap are one. */
export function placesIn(spans: readonly Span[]): number {
  let places = 0;
  let covered = -1;
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    if (start >= covered) places += 1;
    covered = Math.max(covered, end);
  }
  return places;
}
