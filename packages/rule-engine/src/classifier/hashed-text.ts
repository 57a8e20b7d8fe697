import type { Cues } from '../judge/cues.ts';
import type { ClassifierSettings } from '../language/classifier-settings.ts';
import { type GrammarCue, grammarCues } from '../pack/schema.ts';
import { placeOf } from '../patterns/class-places.ts';
import { foldsAt } from '../patterns/occurrences.ts';
import type { ScannedText } from '../patterns/scanned-text.ts';
import type { Vocabulary } from '../patterns/vocabulary.ts';
import { disguiseSigns } from './disguise-signs.ts';
import { hashString } from './hash.ts';
import { hashWords, type WordHashes } from './word-hashes.ts';

/** The hashes that the features of all segments of a text are made of, by word; made once a text. */
export interface HashedText {
  readonly scanned: ScannedText;
  readonly settings: ClassifierSettings;
  readonly words: WordHashes;
  /** Hashes of the lexicons, and of the cues and other flags, that begin at each word; undefined where none does. */
  readonly lexicons: readonly (readonly number[] | undefined)[];
  readonly flags: readonly (readonly number[] | undefined)[];
}

/** Cues of the build of a sentence, which do not bear on its meaning, and of what is no claim. */
const ignoredCues: readonly GrammarCue[] = [
  'gapStop',
  'newSubject',
  'scopeBreaker',
  'toReviewer',
  'disclaimer',
];
const flagCues = grammarCues
  .filter((cue) => !ignoredCues.includes(cue))
  .map((cue) => ({ cue, hash: hashString(cue, 0x71) }));

/** Hashes the words, lexicons and flags of a text. */
export function hashText(
  scanned: ScannedText,
  cues: Cues,
  vocabulary: Pick<Vocabulary, 'lexicons'>,
): HashedText {
  const { language } = scanned.structure;
  return {
    scanned,
    settings: language.classifier,
    words: hashWords(scanned.structure),
    lexicons: lexiconsByWord(scanned, vocabulary),
    flags: flagsByWord(scanned, cues),
  };
}

function lexiconsByWord({ structure, occurrences }: ScannedText, { lexicons }: Pick<Vocabulary, 'lexicons'>) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  for (const of of occurrences.classes) {
    const id = lexicons.get(of);
    if (id === undefined) continue;
    const hash = hashString(id, 0x6c);
    const place = placeOf(occurrences.places, of);
    const end = occurrences.from[place + 1] ?? 0;
    for (let at = occurrences.from[place] ?? 0; at < end; at++)
      addHash(byWord, occurrences.firsts[at] ?? 0, hash);
  }
  return byWord;
}

function flagsByWord({ structure, occurrences }: ScannedText, cues: Cues) {
  const byWord = new Array<number[] | undefined>(structure.tokens.length);
  if (structure.language.classifier.hasDisguiseSigns) {
    for (const { word, hash } of disguiseSigns(structure)) addHash(byWord, word, hash);
    const { firsts, hasFolds } = occurrences;
    for (let at = 0; hasFolds && at < firsts.length; at++)
      for (const fold of foldsAt(occurrences, at)) addHash(byWord, firsts[at] ?? 0, hashString(fold, 0x66));
  }
  for (const { cue, hash } of flagCues) for (const { first } of cues.of(cue)) addHash(byWord, first, hash);
  return byWord;
}

function addHash(byWord: (number[] | undefined)[], word: number, hash: number): void {
  const known = byWord[word];
  if (!known) byWord[word] = [hash];
  else if (!known.includes(hash)) known.push(hash);
}
