import type { Cues } from '../../judge/cues.ts';
import type { Words } from '../../judge/scope.ts';
import type { Block, Statistics } from '../../language/statistics.ts';
import { startsOf } from '../../match/occurrences.ts';
import type { Reading } from '../../match/run-list.ts';
import type { CompiledPack } from '../../rules/pack.ts';
import { type GrammarCue, grammarCues } from '../../rules/schema.ts';
import { disguisesIn } from './disguise.ts';
import { hashString, mix } from './hash.ts';
import { gramsOf, wordsOf } from './word-keys.ts';

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
  /** Of words without forms the words themselves. */
  readonly stems: readonly number[];
  readonly words: readonly number[];
  readonly grams: readonly (readonly number[])[];
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
  const { statistics, inflection } = reading.structure.language;
  const written = wordsOf(reading.structure);
  const known = new Map<string, number[]>();
  const gramsOnce = (word: string): number[] => {
    const made = known.get(word) ?? gramsOf(word, statistics.grams);
    known.set(word, made);
    return made;
  };
  const words = written.map((word) => hashString(word));
  return {
    reading,
    statistics,
    words,
    stems: statistics.hasStems ? written.map((word) => hashString(inflection.stem(word), 0x73)) : words,
    grams: written.map((word) => (word.startsWith('#') ? [] : gramsOnce(word))),
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
    for (const first of startsOf(occurrences, of)) file(byWord, first, name);
  }
  return byWord;
}

function flagsByWord({ structure, occurrences }: Reading, cues: Cues) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  if (structure.language.statistics.tellsDisguise) {
    for (const { word, name } of disguisesIn(structure)) file(byWord, word, name);
    for (const [at, folds] of occurrences.folds.entries())
      for (const fold of folds) file(byWord, occurrences.firsts[at] ?? 0, hashString(fold, 0x66));
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

function nGrams({ words, stems, statistics }: TextKeys, { first, last }: Words): number[] {
  const found: number[] = [];
  for (let at = first; at < last; at++) {
    found.push(words[at] ?? 0);
    if (statistics.hasStems) found.push(stems[at] ?? 0);
    let run = stems[at] ?? 0;
    for (let length = 2; length <= statistics.runMax && at - length + 2 >= first; length++) {
      const from = at - length + 1;
      run = mix(from < first ? 0x5e : (stems[from] ?? 0), run);
      found.push(run);
    }
    if (at > first + 1) found.push(mix(mix(stems[at - 2] ?? 0, 0x2a), stems[at] ?? 0));
  }
  if (last > first) found.push(mix(stems[last - 1] ?? 0, 0x24));
  return found;
}

function gramsIn({ grams }: TextKeys, { first, last }: Words): number[] {
  const found: number[] = [];
  for (let at = first; at < last; at++) for (const gram of grams[at] ?? []) found.push(gram);
  return found;
}

/** The names that begin in a unit, each once, in text order. */
function namesIn(byWord: readonly (readonly number[] | undefined)[], { first, last }: Words): number[] {
  const found: number[] = [];
  for (let at = first; at < last; at++) {
    for (const name of byWord[at] ?? []) if (!found.includes(name)) found.push(name);
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
  const found: number[] = [];
  for (const name of namesIn(keys.lexicons, unit)) found.push(mix(name, role));
  for (const name of namesIn(keys.cues, unit)) found.push(mix(name, role));
  return found;
}
