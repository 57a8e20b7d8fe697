import { fold, spanOf } from '@redline/matcher';

/** A word and its place in the text, in UTF-16 units; a Chinese character is a word. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** Foldings of what transcribers write differently. */
const folds = ['case', 'width', 'compatibility', 'zero-width', 'combining', 'traditional'] as const;
const wordPattern = /\p{Script=Han}|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu;
/** A run of the script with so many letters is deliberate; a Chinese character counts as three. */
const runLettersMin = 10;
const lettersOfIdeograph = 3;
const runWordsMin = 3;
/** Limit of places in the script that are compared for one pair of words. */
const placesMax = 50;
/** The end of a sentence: a whole sentence of the script is deliberate, however short. */
const sentenceEnd = /[。！？.!?\n]/;

/**
 * Compares a transcript with the approved script. A speaker may leave parts out and change their order: runs of several
 * words and whole sentences that are in the script are approved, and every other word is improvised.
 * @param transcript the text of the transcript
 * @param scriptText the approved text
 * @returns a function that tells whether a part of the transcript (UTF-16 offsets, end exclusive) has an improvised word
 */
export function compareWithScript(
  transcript: string,
  scriptText: string,
): (start: number, end: number) => boolean {
  const spoken = wordsOf(transcript);
  const script = indexed(wordsOf(scriptText));
  const approved = new Set<number>();
  const approve = (first: number, count: number) => {
    for (let place = first; place < first + count; place++) approved.add(place);
  };
  for (let place = 0; place < spoken.length; ) {
    const length = longestRun(spoken, place, script);
    const run = spoken.slice(place, place + length);
    if (isDeliberate(run)) approve(place, length);
    // A run that is too short may end where a long one begins.
    place += isDeliberate(run) ? length : 1;
  }
  const sentences = new Set(sentencesIn(scriptText, script.words).map(keyOf));
  let first = 0;
  for (const sentence of sentencesIn(transcript, spoken)) {
    if (sentences.has(keyOf(sentence))) approve(first, sentence.length);
    first += sentence.length;
  }
  return (start, end) =>
    spoken.some((word, place) => word.end > start && word.start < end && !approved.has(place));
}

function wordsOf(text: string): readonly Word[] {
  const folded = fold(text, folds);
  return Array.from(folded.text.matchAll(wordPattern), ({ 0: word, index }) => {
    const { start, end } = spanOf(folded, index, index + word.length);
    return { start, end, word };
  });
}

/** The words of a script, and the places of each pair of words. */
interface Script {
  readonly words: readonly Word[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** The key of a pair of words: single words such as `the` are everywhere. */
const pairAt = (words: readonly Word[], place: number) => `${words[place]?.word} ${words[place + 1]?.word}`;

function indexed(words: readonly Word[]): Script {
  const places = new Map<string, number[]>();
  for (const place of words.keys()) {
    const pair = pairAt(words, place);
    const known = places.get(pair);
    if (!known) places.set(pair, [place]);
    else if (known.length < placesMax) known.push(place);
  }
  return { words, places };
}

/** Returns the number of words from a place on that are in the script in this order; 0 if not even two are. */
function longestRun(spoken: readonly Word[], from: number, { words, places }: Script): number {
  let longest = 0;
  for (const place of places.get(pairAt(spoken, from)) ?? []) {
    let length = 2;
    while (from + length < spoken.length && spoken[from + length]?.word === words[place + length]?.word)
      length++;
    longest = Math.max(longest, length);
  }
  return longest;
}

const isIdeograph = (word: string) => /^\p{Script=Han}$/u.test(word);

function isDeliberate(run: readonly Word[]): boolean {
  const letters = run.reduce(
    (sum, { word }) => sum + (isIdeograph(word) ? lettersOfIdeograph : word.length),
    0,
  );
  return run.length >= runWordsMin && letters >= runLettersMin;
}

/** Groups words by sentence, in order. */
function sentencesIn(text: string, words: readonly Word[]): readonly (readonly Word[])[] {
  const sentences: Word[][] = [];
  let before: Word | undefined;
  for (const word of words) {
    const last = sentences.at(-1);
    if (last && before && !sentenceEnd.test(text.slice(before.end, word.start))) last.push(word);
    else sentences.push([word]);
    before = word;
  }
  return sentences;
}

const keyOf = (sentence: readonly Word[]): string => sentence.map(({ word }) => word).join(' ');
