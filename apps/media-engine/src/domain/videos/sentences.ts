import type { Span, TimedText } from './timed-text.ts';

/** Where a sentence ends: CJK marks anywhere, others before a space or the end, so that 9.99 stays whole. */
const sentenceEnd = /(?<=[。！？…])|(?<=[.!?]["'”’)]?)(?=\s)/u;
const endsSentence = /[。！？….!?]["'”’)]*$/u;
/** A pause between two parts that makes them two sentences, and what a sentence lasts at most. */
const pauseSeconds = 0.8;
const sentenceSecondsMax = 20;

/**
 * Cuts a transcript into sentences with their times. The parts that a transcriber returns may have several sentences, or
 * break one in two; if it sets no punctuation at all, its parts are the sentences.
 * @param parts in order
 * @returns in order; their texts are the parts' texts, cut and joined by spaces
 */
export function sentencesOf(parts: readonly TimedText[]): readonly TimedText[] {
  const pieces = parts.flatMap(cutAtMarks);
  const hasMarks = pieces.some(({ text }) => endsSentence.test(text));
  const sentences: TimedText[] = [];
  for (const piece of pieces) {
    const last = sentences.at(-1);
    const continues =
      last !== undefined &&
      hasMarks &&
      !endsSentence.test(last.text) &&
      piece.startSeconds - last.endSeconds < pauseSeconds &&
      piece.endSeconds - last.startSeconds <= sentenceSecondsMax;
    if (continues) sentences[sentences.length - 1] = joined(last, piece);
    else sentences.push(piece);
  }
  return sentences;
}

const joined = (first: TimedText, second: TimedText): TimedText => ({
  startSeconds: first.startSeconds,
  endSeconds: Math.max(first.endSeconds, second.endSeconds),
  text: `${first.text} ${second.text}`,
});

/** Cuts a part at punctuation; its sentences share its time by their length. */
function cutAtMarks({ startSeconds, endSeconds, text }: TimedText): readonly TimedText[] {
  const texts = textSentences(text);
  return sharesOf(texts, { startSeconds, endSeconds });
}

const textSentences = (text: string): readonly string[] =>
  text
    .split(sentenceEnd)
    .map((one) => one.trim())
    .filter((one) => one !== '');

function sharesOf(texts: readonly string[], { startSeconds, endSeconds }: Span): readonly TimedText[] {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  let before = 0;
  return texts.map((text) => {
    const at = (count: number) => rounded(startSeconds + ((endSeconds - startSeconds) * count) / characters);
    const sentence = { startSeconds: at(before), endSeconds: at(before + text.length), text };
    before += text.length;
    return sentence;
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;

/**
 * Assigns times to sentences of a transcript without times, by the sounds between pauses. If there are as many sentences
 * as sounds, each has one; otherwise each sentence takes its share of the sound by its length, and begins with a sound if
 * one begins nearby.
 * @param text the whole transcript
 * @param sounds the parts in which somebody may be speaking, in order
 */
export function timedByPauses(text: string, sounds: readonly Span[]): readonly TimedText[] {
  const texts = textSentences(text);
  if (texts.length === sounds.length) {
    return texts.map((one, place) => ({ ...(sounds[place] ?? nowhere), text: one }));
  }
  const characters = texts.reduce((sum, one) => sum + one.length, 0);
  const begins = beginsOf(sounds);
  const soundSeconds = begins.at(-1) ?? 0;
  let before = 0;
  const edges = [...texts, ''].map((one) => {
    const share = (soundSeconds * before) / Math.max(1, characters);
    before += one.length;
    return snapped(share, begins);
  });
  return texts.map((one, place) => {
    const startSeconds = startAt(edges[place] ?? 0, sounds);
    const endSeconds = endAt(edges[place + 1] ?? soundSeconds, sounds);
    return { startSeconds, endSeconds: Math.max(startSeconds, endSeconds), text: one };
  });
}

const nowhere: Span = { startSeconds: 0, endSeconds: 0 };
const lengthOf = ({ startSeconds, endSeconds }: Span): number => endSeconds - startSeconds;

/** Returns the seconds of sound before each part, and before the end. */
function beginsOf(sounds: readonly Span[]): readonly number[] {
  const begins = [0];
  for (const sound of sounds) begins.push((begins.at(-1) ?? 0) + lengthOf(sound));
  return begins;
}

const nearbySeconds = 1.5;

/** Returns a position in the sound, or the begin of a part nearby. */
function snapped(at: number, begins: readonly number[]): number {
  const nearest = begins.reduce((best, one) => (Math.abs(one - at) < Math.abs(best - at) ? one : best), 0);
  return Math.abs(nearest - at) <= nearbySeconds ? nearest : at;
}

/** Sums of lengths differ from their parts by less. */
const tolerance = 1e-6;

/** Returns the time at which so many seconds of sound have passed and more follow. */
function startAt(soundSeconds: number, sounds: readonly Span[]): number {
  let left = soundSeconds;
  for (const sound of sounds) {
    if (left < lengthOf(sound) - tolerance) return rounded(sound.startSeconds + left);
    left -= lengthOf(sound);
  }
  return rounded(sounds.at(-1)?.endSeconds ?? 0);
}

/** Returns the time at which so many seconds of sound end. */
function endAt(soundSeconds: number, sounds: readonly Span[]): number {
  let left = soundSeconds;
  for (const sound of sounds) {
    if (left <= lengthOf(sound) + tolerance)
      return rounded(Math.min(sound.startSeconds + left, sound.endSeconds));
    left -= lengthOf(sound);
  }
  return rounded(sounds.at(-1)?.endSeconds ?? 0);
}
