import type { Cues } from '../judge/cues.ts';
import type { Words } from '../judge/scope.ts';
import type { Statistics } from '../language/statistics.ts';
import { type GrammarCue, grammarCues } from '../pack/schema.ts';
import { placeOf } from '../patterns/class-places.ts';
import { foldsAt } from '../patterns/occurrences.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Vocabulary } from '../patterns/vocabulary.ts';
import { disguisesIn } from './disguise.ts';
import { endBlock, type FeatureRows, featureRows, makeRoom } from './feature-rows.ts';
import { hashString, mix } from './hash.ts';
import { keysOfWords, type WordKeys } from './word-keys.ts';

/**
 * What the classifier sees of a sentence. A feature is a 32-bit hash; features of a kind form a block, and each block
 * weighs the same however long the sentence is. Raise `featureVersion` with every change here: weights trained on other
 * features mean nothing.
 */
export const featureVersion = 3;

/** What of a text does not depend on the sentence looked at, by word; made once a text. */
export interface TextKeys {
  readonly scanned: ScannedText;
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
export function keysOf(scanned: ScannedText, cues: Cues, vocabulary: Pick<Vocabulary, 'lexicons'>): TextKeys {
  const { language } = scanned.structure;
  return {
    scanned,
    statistics: language.statistics,
    words: keysOfWords(scanned.structure),
    lexicons: lexiconsByWord(scanned, vocabulary),
    cues: flagsByWord(scanned, cues),
  };
}

function lexiconsByWord({ structure, occurrences }: ScannedText, { lexicons }: Pick<Vocabulary, 'lexicons'>) {
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

function flagsByWord({ structure, occurrences }: ScannedText, cues: Cues) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  if (structure.language.statistics.tellsDisguise) {
    for (const { word, name } of disguisesIn(structure)) file(byWord, word, name);
    const { firsts, hasFolds } = occurrences;
    for (let at = 0; hasFolds && at < firsts.length; at++)
      for (const fold of foldsAt(occurrences, at)) file(byWord, firsts[at] ?? 0, hashString(fold, 0x66));
  }
  for (const { cue, name } of readCues) for (const { first } of cues.of(cue)) file(byWord, first, name);
  return byWord;
}

function file(byWord: (number[] | undefined)[], word: number, name: number): void {
  const known = byWord[word];
  if (!known) byWord[word] = [name];
  else if (!known.includes(name)) known.push(name);
}

/** The features of a text cut into units: its sentences, the rows of a corpus passage, a few words by themselves. */
export function featuresOf(keys: TextKeys, units: readonly Words[]): FeatureRows {
  const rows = featureRows(units.length);
  const lexicons = units.map((unit) => namesIn(keys.lexicons, unit));
  const cues = units.map((unit) => namesIn(keys.cues, unit));
  for (let at = 0; at < units.length; at++) {
    const own = units[at] as Words;
    writeRuns(rows, keys, own);
    writeGrams(rows, keys, own);
    writeLexicons(rows, lexicons[at] ?? noNames);
    writeFlags(rows, keys, cues[at] ?? noNames, own);
    writeAround(rows, lexicons[at - 1] ?? noNames, cues[at - 1] ?? noNames, 1);
    writeAround(rows, lexicons[at + 1] ?? noNames, cues[at + 1] ?? noNames, 2);
  }
  return rows;
}

/** Of each sentence whether it is a mere disclaimer: what reads a whole text passes over it. */
export function disclaimersIn({ structure }: ScannedText, cues: Cues): boolean[] {
  return structure.sentences.map(({ first, last }) => cues.within('disclaimer', first, last) !== undefined);
}

const noNames: readonly number[] = [];

/** The words, their stems and runs of them, and pairs with one word between. */
function writeRuns(
  rows: FeatureRows,
  { words: { words, stems }, statistics: { hasStems, runMax } }: TextKeys,
  { first, last }: Words,
): void {
  const hashes = makeRoom(rows, (last - first) * (runMax + 3) + 1);
  let count = rows.count;
  for (let at = first; at < last; at++) {
    hashes[count++] = words[at] ?? 0;
    const stem = stems[at] ?? 0;
    if (hasStems) hashes[count++] = stem;
    let run = stem;
    // The run that begins before the first word begins with the sentence, and is the last.
    const end = Math.max(first - 1, at - runMax + 1);
    for (let from = at - 1; from >= end; from--) {
      run = mix(from < first ? 0x5e : (stems[from] ?? 0), run);
      hashes[count++] = run;
    }
    if (at > first + 1) hashes[count++] = mix(mix(stems[at - 2] ?? 0, 0x2a), stem);
  }
  if (last > first) hashes[count++] = mix(stems[last - 1] ?? 0, 0x24);
  endBlock(rows, count);
}

function writeGrams(rows: FeatureRows, { words, statistics }: TextKeys, { first, last }: Words): void {
  let count = rows.count;
  for (let at = first; statistics.grams !== null && at < last; at++) {
    const grams = words.grams[at] ?? noNames;
    const hashes = makeRoom(rows, count - rows.count + grams.length);
    for (let one = 0; one < grams.length; one++) hashes[count++] = grams[one] ?? 0;
  }
  endBlock(rows, count);
}

/** The names that begin in a unit, each once, in text order. */
function namesIn(
  byWord: readonly (readonly number[] | undefined)[],
  { first, last }: Words,
): readonly number[] {
  let found: number[] | null = null;
  for (let at = first; at < last; at++) {
    const names = byWord[at];
    if (!names) continue;
    found ??= [];
    for (let one = 0; one < names.length; one++) {
      const name = names[one] ?? 0;
      if (!found.includes(name)) found.push(name);
    }
  }
  return found ?? noNames;
}

/** Lexicons, and each two of them. */
function writeLexicons(rows: FeatureRows, names: readonly number[]): void {
  const { length } = names;
  const hashes = makeRoom(rows, (length * (length + 1)) / 2);
  let count = rows.count;
  for (let one = 0; one < length; one++) hashes[count++] = names[one] ?? 0;
  for (let one = 0; one < length; one++) {
    for (let other = one + 1; other < length; other++) {
      const [a, b] = [names[one] ?? 0, names[other] ?? 0];
      hashes[count++] = a < b ? mix(a, b) : mix(b, a);
    }
  }
  endBlock(rows, count);
}

/** Marks that a unit may have besides its cues: four of them, and its length. */
const marksMax = 5;

function writeFlags(rows: FeatureRows, keys: TextKeys, cues: readonly number[], own: Words): void {
  const { text, tokens, quotes } = keys.scanned.structure;
  const hashes = makeRoom(rows, cues.length + marksMax);
  let count = rows.count;
  for (let one = 0; one < cues.length; one++) hashes[count++] = cues[one] ?? 0;
  const start = tokens[own.first]?.start ?? 0;
  const end = tokens[own.last - 1]?.end ?? 0;
  const written = text.slice(start, end);
  const after = text.slice(end, end + 2);
  if (after.includes('?')) hashes[count++] = marks.question;
  if (after.includes('!')) hashes[count++] = marks.exclamation;
  if (quotes.some((quote) => quote.start < end && quote.end > start)) hashes[count++] = marks.quoted;
  if (/[A-Z]/.test(written) && written === written.toUpperCase()) hashes[count++] = marks.shouted;
  hashes[count++] = 0x110 + Math.min(7, (own.last - own.first) >> keys.statistics.lengthShift);
  endBlock(rows, count);
}

/** A neighbour: its lexicons and cues, marked with where it stands. */
function writeAround(
  rows: FeatureRows,
  lexicons: readonly number[],
  cues: readonly number[],
  role: number,
): void {
  const hashes = makeRoom(rows, lexicons.length + cues.length);
  let count = rows.count;
  for (let at = 0; at < lexicons.length; at++) hashes[count++] = mix(lexicons[at] ?? 0, role);
  for (let at = 0; at < cues.length; at++) hashes[count++] = mix(cues[at] ?? 0, role);
  endBlock(rows, count);
}
