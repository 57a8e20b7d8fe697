import type { TimedText } from './timed-text.ts';

/** Sentences of a transcript joined to one text, so that rules find what spans several of them. */
export interface Passage {
  readonly text: string;
  readonly sentences: readonly {
    readonly start: number;
    readonly end: number;
    readonly sentence: TimedText;
  }[];
}

/** Joins sentences to the text of the transcript. */
export const textOf = (sentences: readonly TimedText[]): string =>
  sentences.map(({ text }) => text).join(' ');

/**
 * Joins sentences to passages.
 * @param lengthMax length of a passage, in UTF-16 units; a longer sentence continues in the next passage
 */
export function passagesOf(sentences: readonly TimedText[], lengthMax: number): readonly Passage[] {
  const passages: { text: string; sentences: Passage['sentences'][number][] }[] = [];
  for (const sentence of sentences.flatMap((one) => cutAt(one, lengthMax))) {
    let passage = passages.at(-1);
    if (!passage || passage.text.length + 1 + sentence.text.length > lengthMax) {
      passage = { text: '', sentences: [] };
      passages.push(passage);
    }
    const start = passage.text === '' ? 0 : passage.text.length + 1;
    passage.text = passage.text === '' ? sentence.text : `${passage.text} ${sentence.text}`;
    passage.sentences.push({ start, end: passage.text.length, sentence });
  }
  return passages;
}

function cutAt(sentence: TimedText, lengthMax: number): readonly TimedText[] {
  const count = Math.ceil(sentence.text.length / lengthMax);
  return Array.from({ length: count }, (_, part) => ({
    ...sentence,
    text: sentence.text.slice(part * lengthMax, (part + 1) * lengthMax),
  }));
}

/** Returns the sentences that a part of a passage touches, joined, with their time in the video. */
export function spokenAt(passage: Passage, start: number, end: number): TimedText {
  const touched = passage.sentences.filter((one) => one.start < Math.max(end, start + 1) && one.end > start);
  const [first, last] = [touched[0]?.sentence, touched.at(-1)?.sentence];
  if (!first || !last) return { startSeconds: 0, endSeconds: 0, text: '' };
  return {
    startSeconds: first.startSeconds,
    endSeconds: last.endSeconds,
    text: textOf(touched.map(({ sentence }) => sentence)),
  };
}
