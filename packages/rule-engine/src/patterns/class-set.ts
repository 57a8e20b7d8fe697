import { placeOf } from './class-places.ts';
import type { Occurrence } from './occurrence.ts';
import { occurrenceOf } from './occurrences.ts';
import { op } from './pattern-code.ts';
import type { Surface } from './surface.ts';
import { markWord, takeMarked } from './word-marks.ts';

/** Reports whether the pattern at an address is one class, or a choice of classes, and nothing else. */
export function isClassSet(code: Int32Array, start: number): boolean {
  if (code[start] === op.class) return code[start + 2] === op.accept;
  return code[start] === op.oneOf && code[start + 2 + (code[start + 1] ?? 0)] === op.accept;
}

/**
 * Does the work of `runPattern` for such a pattern without executing its instructions: nine in ten matches in a long
 * Chinese text are of this kind, and share the object of their occurrence.
 */
export function runClassSet(surface: Surface, start: number, found: Occurrence[], count: number): number {
  const { code } = surface.table;
  if (code[start] === op.class) return runClass(surface, code[start + 1] ?? 0, found, count);
  const { occurrences, marks, markedOccurrence } = surface;
  const { places, from, firsts } = occurrences;
  const options = start + 2 + (code[start + 1] ?? 0);
  for (let option = start + 2; option < options; option++) {
    const place = placeOf(places, code[option] ?? 0);
    if (place === 0) continue;
    const end = from[place + 1] ?? 0;
    for (let at = from[place] ?? 0; at < end; at++) {
      const word = firsts[at] ?? 0;
      if (isWithinSentence(surface, at) && markWord(marks, word)) markedOccurrence[word] = at;
    }
  }
  const words = takeMarked(marks);
  for (let one = 0; one < words; one++)
    found[count + one] = occurrenceOf(occurrences, markedOccurrence[marks.words[one] ?? 0] ?? 0);
  return count + words;
}

/** Appends the occurrences of a class: of several at one word the first that ends within its sentence. */
function runClass(surface: Surface, classNumber: number, found: Occurrence[], count: number): number {
  const { places, from, firsts } = surface.occurrences;
  const place = placeOf(places, classNumber);
  const end = place === 0 ? 0 : (from[place + 1] ?? 0);
  let next = count;
  let word = -1;
  for (let at = from[place] ?? 0; at < end; at++) {
    if (firsts[at] === word || !isWithinSentence(surface, at)) continue;
    word = firsts[at] ?? 0;
    found[next++] = occurrenceOf(surface.occurrences, at);
  }
  return next;
}

function isWithinSentence({ structure, occurrences }: Surface, at: number): boolean {
  const sentence = structure.sentences[structure.sentenceOf[occurrences.firsts[at] ?? 0] ?? 0];
  return sentence !== undefined && (occurrences.lasts[at] ?? 0) <= sentence.last;
}
