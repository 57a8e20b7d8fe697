import type { Caption } from './caption.ts';
import { isSameSize, sharedHeight, sharedWidth } from './placing.ts';

/** Captions that follow one another at one place, joined to one text, so that rules find what spans several of them. */
export interface CaptionPassage {
  readonly text: string;
  /** Where each caption is in the text, in UTF-16 units; `caption` is its index. */
  readonly pieces: readonly { readonly start: number; readonly end: number; readonly caption: number }[];
}

/** The rules join lines of a text up to 2,500 units; a longer one is a page to them. */
const passageLengthMax = 2_000;
/** Captions that the next passage of a long run begins with again, so that nothing is lost between two. */
const repeatedCaptions = 2;
/** Passages of one video. */
const passagesMax = 200;

/**
 * Makes passages of captions for what frames do not tell: what goes on over several captions, and what moves through the
 * picture. Other captions were evaluated with their frames.
 * @param captions in the order in which they begin
 */
export function passagesOfCaptions(captions: readonly Caption[]): readonly CaptionPassage[] {
  return runsOf(captions)
    .filter((run) => run.length > 1 || run.some((one) => captions[one]?.isMoving))
    .flatMap((run) => passagesOfRun(run, captions))
    .slice(0, passagesMax);
}

/** The longest pause between two captions of which one goes on with the other. */
const pauseSeconds = 1;

/** Groups captions that follow one another at one place; each is in one run. */
function runsOf(captions: readonly Caption[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  for (const [at, caption] of captions.entries()) {
    const run = runs.findLast((one) => isNext(captions[one.at(-1) ?? -1], caption));
    if (run) run.push(at);
    else runs.push([at]);
  }
  return runs;
}

const isNext = (before: Caption | undefined, now: Caption): boolean =>
  before !== undefined &&
  before.startSeconds < now.startSeconds &&
  now.startSeconds - before.endSeconds <= pauseSeconds &&
  sharedHeight(before.place, now.place) > 0.5 &&
  sharedWidth(before.place, now.place) > 0.2 &&
  isSameSize(lineOf(before), lineOf(now));

/** Returns the size of one line of a caption. */
const lineOf = ({ place, lines }: Caption) => ({
  ...place,
  height: place.height / Math.max(1, lines.length),
});

/** Where a sentence ends, where it goes on whatever follows, and how the next part of one begins. */
const endsSentence = /[。！？….!?]["'”’)）」』]*$/u;
const goesOnAfter = /[,，、;；:：-]$/u;
const beginsSmall = /^["'“‘(（]*\p{Ll}/u;
const beginsLarge = /^["'“‘(（]*\p{Lu}/u;

function passagesOfRun(run: readonly number[], captions: readonly Caption[]): readonly CaptionPassage[] {
  const texts = run.map((caption) => ({ caption, text: captions[caption]?.text ?? '' }));
  // Where somebody sets full stops, a caption without one goes on; lines of their own are joined by the rules, two or three.
  const hasMarks = texts.some(({ text }) => endsSentence.test(text));
  const isOneSentence = (before: string, now: string) =>
    !endsSentence.test(before) &&
    (goesOnAfter.test(before) || beginsSmall.test(now) || (hasMarks && !beginsLarge.test(now)));
  const passages: { text: string; pieces: CaptionPassage['pieces'][number][] }[] = [];
  const append = (passage: (typeof passages)[number], { text, caption }: (typeof texts)[number]) => {
    const isFirst = passage.text === '';
    const between = isFirst
      ? ''
      : isOneSentence(passage.text, text)
        ? spaceBetween(passage.text, text)
        : '\n';
    const start = passage.text.length + between.length;
    passage.text += between + text;
    passage.pieces.push({ start, end: passage.text.length, caption });
  };
  for (const [at, one] of texts.entries()) {
    let passage = passages.at(-1);
    if (!passage || passage.text.length + 1 + one.text.length > passageLengthMax) {
      const again = passage ? texts.slice(Math.max(0, at - repeatedCaptions), at) : [];
      passage = { text: '', pieces: [] };
      passages.push(passage);
      for (const earlier of again) append(passage, earlier);
    }
    append(passage, one);
  }
  return passages;
}

const wide = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;

/** Returns what separates two parts of a sentence: nothing between Chinese characters. */
const spaceBetween = (before: string, now: string): string =>
  wide.test(before.slice(-1)) && wide.test(now.slice(0, 1)) ? '' : ' ';
