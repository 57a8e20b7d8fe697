import type { Cues } from '../../judge/cues.ts';
import type { Words } from '../../judge/scope.ts';
import type { Block, Statistics } from '../../language/statistics.ts';
import { placeOf } from '../../match/class-places.ts';
import type { Reading } from '../../match/run-list.ts';
import type { CompiledPack } from '../../rules/pack.ts';
import { type GrammarCue, grammarCues } from '../../rules/schema.ts';
import { disguisesIn } from './disguise.ts';
import { hashString, mix } from './hash.ts';
import { keysOfWords, type WordKeys } from './word-keys.ts';

/**
 * What the classifier sees of a sentence. A feature is a 32-bit hash; features of a kind form a block, and each block
 * weighs the same however long the sentence is. Raise `featureVersion` with every change here: weights trained on other
 * features mean nothing.
 */
export const featureVersion = 3;

/** Hashes by block. */
export type Features = Readonly<Record<Block, readonly number[]>>;

/** What of a text does not depend on the sentence looked at, by word; made once a text. */
export interface TextKeys {
  readonly reading: Reading;
  readonly statistics: Statistics;
  readonly words: WordKeys;
  /** Hashes of the lexicons and of the cues that begin at a word; undefined where none does. */
  readonly lexicons: readonly (readonly number[] | undefined)[];
  readonly cues: readonly (readonly number[] | undefined)[];
}

/** The cues that are not told by a pattern of the sentence but by its marks. */
const marks = {
  question: hashString('?'),
  exclamation: hashString('!'),
  quoted: hashString('"'),
  shouted: hashString('A'),
};
/** Cues that mark the build of a sentence tell nothing of what it means; what is said to its judges is no claim. */
const unread: readonly GrammarCue[] = ['gapStop', 'newSubject', 'scopeBreaker', 'toReviewer', 'disclaimer'];
const readCues = grammarCues
  .filter((cue) => !unread.includes(cue))
  .map((cue) => ({ cue, name: hashString(cue, 0x71) }));

/** Reads what the features of all sentences are made of. */
export function keysOf(reading: Reading, cues: Cues, vocabulary: CompiledPack['vocabulary']): TextKeys {
  const { language } = reading.structure;
  return {
    reading,
    statistics: language.statistics,
    words: keysOfWords(reading.structure),
    lexicons: lexiconsByWord(reading, vocabulary),
    cues: flagsByWord(reading, cues),
  };
}

function lexiconsByWord({ structure, occurrences }: Reading, { lexicons }: CompiledPack['vocabulary']) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  for (const of of occurrences.classes) {
    const id = lexicons.get(of);
    if (id === undefined) continue;
    const name = hashString(id, 0x6c);
    const place = placeOf(occurrences.places, of);
    const end = occurrences.from[place + 1] ?? 0;
    for (let at = occurrences.from[place] ?? 0; at < end; at++)
      file(byWord, occurrences.firsts[at] ?? 0, name);
  }
  return byWord;
}

function flagsByWord({ structure, occurrences }: Reading, cues: Cues) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  if (structure.language.statistics.tellsDisguise) {
    for (const { word, name } of disguisesIn(structure)) file(byWord, word, name);
    for (const { first, folds } of occurrences.hits)
      for (const fold of folds) file(byWord, first, hashString(fold, 0x66));
  }
  for (const { cue, name } of readCues) for (const { first } of cues.of(cue)) file(byWord, first, name);
  return byWord;
}

function file(byWord: (number[] | undefined)[], word: number, name: number): void {
  const known = byWord[word];
  if (!known) byWord[word] = [name];
  else if (!known.includes(name)) known.push(name);
}

/** The features of unit `at` of a text cut into units (sentences, or the rows of a corpus passage). */
export function featuresOf(keys: TextKeys, units: readonly Words[], at: number): Features {
  const own = units[at] ?? { first: 0, last: 0 };
  return {
    words: nGrams(keys, own),
    grams: gramsIn(keys, own),
    lexicons: lexiconsIn(keys, own),
    flags: flagsIn(keys, own),
    before: around(keys, units[at - 1], 1),
    after: around(keys, units[at + 1], 2),
  };
}

/** Of each sentence whether it is a mere disclaimer: what reads a whole text passes over it. */
export function disclaimersIn({ structure }: Reading, cues: Cues): boolean[] {
  return structure.sentences.map(({ first, last }) => cues.within('disclaimer', first, last) !== undefined);
}

function nGrams({ words: { words, stems }, statistics }: TextKeys, { first, last }: Words): number[] {
  const { hasStems, runMax } = statistics;
  const found: number[] = [];
  for (let at = first; at < last; at++) {
    found.push(words[at] ?? 0);
    const stem = stems[at] ?? 0;
    if (hasStems) found.push(stem);
    let run = stem;
    // The run that begins before the first word begins with the sentence, and is the last.
    const end = Math.max(first - 1, at - runMax + 1);
    for (let from = at - 1; from >= end; from--) {
      run = mix(from < first ? 0x5e : (stems[from] ?? 0), run);
      found.push(run);
    }
    if (at > first + 1) found.push(mix(mix(stems[at - 2] ?? 0, 0x2a), stem));
  }
  if (last > first) found.push(mix(stems[last - 1] ?? 0, 0x24));
  return found;
}

function gramsIn({ words, statistics }: TextKeys, { first, last }: Words): number[] {
  const found: number[] = [];
  if (statistics.grams === null) return found;
  for (let at = first; at < last; at++) {
    const grams = words.grams[at] ?? [];
    for (let one = 0; one < grams.length; one++) found.push(grams[one] ?? 0);
  }
  return found;
}

/** The names that begin in a unit, each once, in text order. */
function namesIn(byWord: readonly (readonly number[] | undefined)[], { first, last }: Words): number[] {
  const found: number[] = [];
  for (let at = first; at < last; at++) {
    const names = byWord[at];
    if (!names) continue;
    for (let one = 0; one < names.length; one++) {
      const name = names[one] ?? 0;
      if (!found.includes(name)) found.push(name);
    }
  }
  return found;
}

function lexiconsIn(keys: TextKeys, own: Words): number[] {
  const found = namesIn(keys.lexicons, own);
  const count = found.length;
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count; other++) {
      const [a = 0, b = 0] = [found[one], found[other]];
      found.push(a < b ? mix(a, b) : mix(b, a));
    }
  }
  return found;
}

function flagsIn(keys: TextKeys, own: Words): number[] {
  const { text, tokens, quotes } = keys.reading.structure;
  const found = namesIn(keys.cues, own);
  const start = tokens[own.first]?.start ?? 0;
  const end = tokens[own.last - 1]?.end ?? 0;
  const written = text.slice(start, end);
  const after = text.slice(end, end + 2);
  if (after.includes('?')) found.push(marks.question);
  if (after.includes('!')) found.push(marks.exclamation);
  if (quotes.some((quote) => quote.start < end && quote.end > start)) found.push(marks.quoted);
  if (/[A-Z]/.test(written) && written === written.toUpperCase()) found.push(marks.shouted);
  found.push(0x110 + Math.min(7, (own.last - own.first) >> keys.statistics.lengthShift));
  return found;
}

/** A neighbour: its lexicons and cues, marked with where it stands. */
function around(keys: TextKeys, unit: Words | undefined, role: number): number[] {
  if (!unit) return [];
  const lexicons = namesIn(keys.lexicons, unit);
  const cues = namesIn(keys.cues, unit);
  const found: number[] = [];
  for (let at = 0; at < lexicons.length; at++) found.push(mix(lexicons[at] ?? 0, role));
  for (let at = 0; at < cues.length; at++) found.push(mix(cues[at] ?? 0, role));
  return found;
}
