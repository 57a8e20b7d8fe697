import { placeOf } from './class-places.ts';
import { isClassSet, runClassSet } from './class-set.ts';
import { type Attempt, follow, truncateFolds } from './follow-pattern.ts';
import type { Occurrence } from './occurrence.ts';
import { foldsAt } from './occurrences.ts';
import { bitOfSentence, wordOfSentence } from './sentence-sets.ts';
import type { Surface } from './surface.ts';
import { noFolds } from './term-matches.ts';
import { markWord, takeMarked } from './word-marks.ts';

/**
 * Appends the matches of a pattern to `found`, by first word: at most one a word, the first in pattern order.
 * @param sentenceSets sets of sentences; the one that begins at `set` holds the sentences to try
 * @param found is written from index `count` on
 * @returns the index behind the last match written
 */
export function runPattern(
  surface: Surface,
  pattern: number,
  sentenceSets: Int32Array,
  set: number,
  found: Occurrence[],
  count: number,
): number {
  const { structure, table, marks } = surface;
  const start = table.starts[pattern] ?? 0;
  if (isClassSet(table.code, start)) return runClassSet(surface, start, found, count);
  const firsts = firstWords(surface, pattern, sentenceSets, set);
  const attempt: Attempt = { surface, folded: [], sentenceFirst: 0, sentenceLast: 0, instructions: 0 };
  let end = count;
  for (let at = 0; at < firsts; at++) {
    const first = marks.words[at] ?? 0;
    const sentence = structure.sentences[structure.sentenceOf[first] ?? 0];
    if (!sentence) continue;
    attempt.sentenceFirst = sentence.first;
    attempt.sentenceLast = sentence.last;
    attempt.instructions = 0;
    truncateFolds(attempt, 0);
    const last = follow(attempt, start, first);
    if (last >= 0) found[end++] = { first, last, folds: foldsOf(attempt) };
  }
  return end;
}

function foldsOf({ surface, folded }: Attempt): readonly string[] {
  if (folded.length === 0) return noFolds;
  return [...new Set(folded.flatMap((at) => foldsAt(surface.occurrences, at)))];
}

/** Marks the words at which the pattern may begin, within the sentences to try. Returns how many there are. */
function firstWords(
  { table, structure, occurrences, marks }: Surface,
  pattern: number,
  sentenceSets: Int32Array,
  set: number,
): number {
  const { values, from } = table.firsts;
  const { places, from: starts, firsts, setWords } = occurrences;
  const { sentences, sentenceOf } = structure;
  const mayMatchIn = (sentence: number): boolean =>
    ((sentenceSets[set + wordOfSentence(sentence, setWords)] ?? 0) & bitOfSentence(sentence)) !== 0;
  const end = from[pattern + 1] ?? 0;
  if (from[pattern] === end) {
    for (let number = 0; number < sentences.length; number++)
      if (mayMatchIn(number)) markWord(marks, sentences[number]?.first ?? 0);
  }
  for (let at = from[pattern] ?? 0; at < end; at++) {
    const place = placeOf(places, values[at] ?? 0);
    if (place === 0) continue;
    const last = starts[place + 1] ?? 0;
    for (let one = starts[place] ?? 0; one < last; one++) {
      const word = firsts[one] ?? 0;
      if (mayMatchIn(sentenceOf[word] ?? 0)) markWord(marks, word);
    }
  }
  return takeMarked(marks);
}
