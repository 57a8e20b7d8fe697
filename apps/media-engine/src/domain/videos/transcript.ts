import type { Spoken } from './timed-text.ts';

/** Sentences of a transcript as one text, so that rules hear what spans them; long ones in several. */
export interface Passage {
  readonly text: string;
  readonly sentences: readonly { readonly start: number; readonly end: number; readonly spoken: Spoken }[];
}

/** The words of a transcript, as the record shows them. */
export const textOf = (sentences: readonly Spoken[]): string => sentences.map(({ text }) => text).join(' ');

/** @param lengthMax of a passage, in UTF-16 units; what of one sentence is beyond it is in the next */
export function passagesOf(sentences: readonly Spoken[], lengthMax: number): readonly Passage[] {
  const passages: { text: string; sentences: Passage['sentences'][number][] }[] = [];
  for (const spoken of sentences.flatMap((one) => within(one, lengthMax))) {
    let passage = passages.at(-1);
    if (!passage || passage.text.length + 1 + spoken.text.length > lengthMax) {
      passage = { text: '', sentences: [] };
      passages.push(passage);
    }
    const start = passage.text === '' ? 0 : passage.text.length + 1;
    passage.text = passage.text === '' ? spoken.text : `${passage.text} ${spoken.text}`;
    passage.sentences.push({ start, end: passage.text.length, spoken });
  }
  return passages;
}

function within(spoken: Spoken, lengthMax: number): readonly Spoken[] {
  const count = Math.ceil(spoken.text.length / lengthMax);
  return Array.from({ length: count }, (_, part) => ({
    ...spoken,
    text: spoken.text.slice(part * lengthMax, (part + 1) * lengthMax),
  }));
}

/** Where in a video a stretch of a passage is said: the sentences that it touches. */
export function saidAt(passage: Passage, start: number, end: number): Spoken {
  const touched = passage.sentences.filter((one) => one.start < Math.max(end, start + 1) && one.end > start);
  const [first, last] = [touched[0]?.spoken, touched.at(-1)?.spoken];
  if (!first || !last) return { startSeconds: 0, endSeconds: 0, text: '' };
  return {
    startSeconds: first.startSeconds,
    endSeconds: last.endSeconds,
    text: textOf(touched.map(({ spoken }) => spoken)),
  };
}
