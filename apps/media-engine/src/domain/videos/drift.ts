import { fold, spanOf } from '@redline/matcher';

/** A word and where it stands in its text, in UTF-16 units; a Chinese character is a word. */
interface Word {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

/** What a transcriber sets as it likes makes no difference. */
const folds = ['case', 'width', 'compatibility', 'zero-width', 'combining', 'traditional'] as const;
const wordPattern = /\p{Script=Han}|[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu;
/** So much of the script in a row is no accident: in letters, where a Chinese character counts for three. */
const runLettersMin = 10;
const lettersOfIdeograph = 3;
const runWordsMin = 3;
/** Places of the script that begin alike; further ones are not compared. */
const placesMax = 50;
/** A whole sentence of it is none either, however short. */
const sentenceEnd = /[。！？.!?\n]/;

/**
 * Compares what was said with the approved script. A speaker may leave parts out and change their order: what is said as
 * it was written, in runs of several words or as a whole sentence, is approved, and every other word is improvised.
 * @param said the words of a transcript
 * @param scriptText the text that was approved
 * @returns tells whether a stretch of `said` (UTF-16 offsets, end exclusive) holds an improvised word
 */
export function compareWithScript(said: string, scriptText: string): (start: number, end: number) => boolean {
  const spoken = wordsOf(said);
  const script = indexed(wordsOf(scriptText));
  const approved = new Set<number>();
  const approve = (first: number, count: number) => {
    for (let place = first; place < first + count; place++) approved.add(place);
  };
  for (let place = 0; place < spoken.length; ) {
    const length = longestRun(spoken, place, script);
    const run = spoken.slice(place, place + length);
    if (isNoAccident(run)) approve(place, length);
    // A run that is too short may end where a long one begins.
    place += isNoAccident(run) ? length : 1;
  }
  const sentences = new Set(sentencesIn(scriptText, script.words).map(keyOf));
  let first = 0;
  for (const sentence of sentencesIn(said, spoken)) {
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

/** A script by its words, and where each stands in it. */
interface Script {
  readonly words: readonly Word[];
  readonly places: ReadonlyMap<string, readonly number[]>;
}

/** A pair of words is looked up, not one: `the` stands everywhere. */
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

/** How many words from a place on stand in the script in this order; 0 where not even two do. */
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

function isNoAccident(run: readonly Word[]): boolean {
  const letters = run.reduce(
    (sum, { word }) => sum + (isIdeograph(word) ? lettersOfIdeograph : word.length),
    0,
  );
  return run.length >= runWordsMin && letters >= runLettersMin;
}

/** The words of each sentence, in order; together they are all words. */
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
