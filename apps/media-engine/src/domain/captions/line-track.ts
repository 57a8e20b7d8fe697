import type { PictureBox } from '@redline/contracts';
import { isDense, isNear, lettersOf, sharedWords } from './letters.ts';
import {
  boxBefore,
  type LineReading,
  offsetBehind,
  type ReadPart,
  textOfParts,
  wholeOf,
} from './line-reading.ts';
import { isSamePlace, isSameSize, sharedHeight, sharedWidth } from './placing.ts';

/** A line of text that stands over following frames, while it is followed. */
export interface LineTrack {
  readonly startSeconds: number;
  /** When it was first missed since it was last seen; null while it is seen. */
  missedSeconds: number | null;
  /** Number of the sample on which it was last seen. */
  lastSample: number;
  readonly firstPlace: PictureBox;
  last: LineReading;
  /** The letters and digits that were read on each frame, by the number of the frame. */
  readonly lettersByFrame: Map<number, string>;
  /** Its readings as a whole, and on how many samples each was read. */
  counts: Map<string, { readonly reading: LineReading; count: number }>;
  /** All that was read of a line that moves through the picture; null for one that stands. */
  moved: { parts: readonly ReadPart[]; hasEnded: boolean } | null;
}

/** Length of a line that moves through the picture, in UTF-16 units; what follows is not joined. */
const movedLengthMax = 2_000;

/** Begins to follow a line. */
export const newTrack = (reading: LineReading, timeSeconds: number, sample: number): LineTrack => ({
  startSeconds: timeSeconds,
  missedSeconds: null,
  lastSample: sample,
  firstPlace: reading.place,
  last: reading,
  lettersByFrame: new Map([[reading.frame, reading.letters.text]]),
  counts: new Map([[reading.letters.text, { reading, count: 1 }]]),
  moved: null,
});

/** How a line on a frame goes on with one that was followed so far; in the order in which they are tried. */
export const continuations = ['same', 'part', 'moving', 'elsewhere', 'piece'] as const;
export type Continuation = (typeof continuations)[number];

/** Tells whether a line goes on with a track in one of these ways. */
export function goesOn(track: LineTrack, now: LineReading, way: Continuation): boolean {
  const [before, after] = [track.last.letters.text, now.letters.text];
  const { place } = track.last;
  switch (way) {
    case 'same':
      return (
        isSamePlace(place, now.place) &&
        (isNear(before, after) || (!track.moved && isNear(lettersOfTrack(track), after)))
      );
    case 'part':
      return !track.moved && isSamePlace(place, now.place) && isPart(lettersOfTrack(track), after);
    case 'moving':
      return (
        sharedHeight(place, now.place) > 0.5 && sharedWidth(place, now.place) > 0 && isMoving(track.last, now)
      );
    case 'elsewhere':
      return before === after && after.length >= (isDense(after) ? 3 : 6) && isNearby(place, now.place);
    case 'piece':
      return sharedHeight(place, now.place) > 0.5 && isPieceOf(track, after);
  }
}

/** Returns the letters of the reading that counts so far. */
const lettersOfTrack = ({ counts }: LineTrack): string => counts.keys().next().value ?? '';

/** Tells whether one text grows to the other, as words that appear one after the other do, or is read in part. */
function isPart(before: string, now: string): boolean {
  const hasGrown = now.startsWith(before) || (now.includes(before) && before.length >= 0.6 * now.length);
  return hasGrown || (before.includes(now) && now.length >= 0.5 * before.length);
}

/** Tells whether a line has moved to the left, and words have come in on the right. */
function isMoving(last: LineReading, now: LineReading): boolean {
  const shared = sharedWords(last.letters.text, now.letters.text);
  if (!shared) return false;
  const [before, after] = [boxBefore(last, shared.endBefore), boxBefore(now, shared.endNow)];
  return before !== null && after !== null && before.x - after.x > 0.5 * after.height;
}

/** Tells whether words are a part of a line that moves: a recognizer may read it in several pieces. */
const isPieceOf = ({ moved }: LineTrack, now: string): boolean =>
  moved !== null && lettersOf(textOfParts(moved.parts)).includes(now);

/** Tells whether a line may have moved from one place to another between two samples: scrolled, or slid. */
const isNearby = (a: PictureBox, b: PictureBox): boolean =>
  isSameSize(a, b) && sharedWidth(a, b) > 0.3 && Math.abs(a.y - b.y) <= 4 * Math.max(a.height, b.height);

/** Takes a line on a frame into a track with which it goes on. */
export function take(track: LineTrack, now: LineReading, way: Continuation, sample: number): void {
  const after = now.letters.text;
  if (way === 'moving') track.moved = movedOn(track, now);
  if (way === 'part' && after.length > lettersOfTrack(track).length) track.counts = new Map();
  if (way !== 'piece') {
    count(track, now);
    track.last = now;
  }
  const onFrame = track.lettersByFrame.get(now.frame);
  track.lettersByFrame.set(now.frame, onFrame && onFrame !== after ? `${onFrame} ${after}` : after);
  Object.assign(track, { lastSample: sample, missedSeconds: null });
}

/** Counts a reading of a line that is still what it was. */
export function count({ counts }: LineTrack, reading: LineReading): void {
  const known = counts.get(reading.letters.text);
  if (known) known.count++;
  else counts.set(reading.letters.text, { reading, count: 1 });
}

/** Appends what has come into the picture to what was read of a line that moves. */
function movedOn({ last, moved }: LineTrack, now: LineReading): NonNullable<LineTrack['moved']> {
  const soFar = moved ?? { parts: [wholeOf(last)], hasEnded: false };
  const shared = sharedWords(last.letters.text, now.letters.text);
  if (soFar.hasEnded || !shared) return soFar;
  const known = withoutEnd(soFar.parts, last.line.text.length - offsetBehind(last, shared.endBefore));
  const more = { ...wholeOf(now), start: offsetBehind(now, shared.endNow) };
  const letters = lettersOf(textOfParts([more]));
  const text = textOfParts(known);
  // It begins again: a line that runs round and round is read once.
  const isRepeated = letters.length >= 4 && lettersOf(text).includes(letters);
  if (isRepeated || text.length + more.end - more.start > movedLengthMax) return { ...soFar, hasEnded: true };
  return { parts: more.end > more.start ? [...known, more] : known, hasEnded: false };
}

/** Removes units at the end of some parts. */
function withoutEnd(parts: readonly ReadPart[], units: number): readonly ReadPart[] {
  const kept = [...parts];
  for (let left = units; left > 0; ) {
    const last = kept.pop();
    if (!last) break;
    const length = last.end - last.start;
    if (length > left) kept.push({ ...last, end: last.end - left });
    left -= length;
  }
  return kept;
}

/** Returns what was read of a line as a whole: all of one that has moved, of another what was read most often. */
export function partsOf({ moved, counts }: LineTrack): readonly ReadPart[] {
  if (moved) return moved.parts;
  const read = [...counts.values()];
  const [first] = read.toSorted((a, b) => b.count - a.count);
  return first ? [wholeOf(first.reading)] : [];
}
