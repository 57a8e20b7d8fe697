import { type PictureBox, riskLevelOfTier } from '@redline/contracts';
import type { Detection } from '../detection.ts';
import { rankOfDetection } from '../images/detections.ts';
import type { Span } from '../videos/timed-text.ts';
import { type Caption, isInCaption, seenWordsOf } from './caption.ts';
import { isNear, lettersOf } from './letters.ts';
import type { CaptionPassage } from './passages.ts';

/** A finding of the rules in a passage, as UTF-16 offsets in it. */
interface FoundInPassage {
  readonly ruleId: string | null;
  readonly start: number;
  readonly end: number;
  readonly matchedText: string;
}

/** Words of a finding in captions, and where they are first seen. */
export interface PlacedFinding<F> {
  readonly finding: F;
  /** Indices of the captions that have a part of it. */
  readonly captions: readonly number[];
  readonly frame: number;
  readonly boxes: readonly PictureBox[];
}

type Detections = readonly (readonly Detection[])[];

/**
 * Places the findings in a passage that no frame tells: those that go on over several captions, or are in one that moves,
 * unless a frame of theirs has the same words for the same reason.
 * @param detections of each distinct frame
 */
export function placedFindings<F extends FoundInPassage>(
  findings: readonly F[],
  passage: CaptionPassage,
  captions: readonly Caption[],
  detections: Detections,
): readonly PlacedFinding<F>[] {
  return findings.flatMap((finding) => {
    const pieces = passage.pieces.filter(({ start, end }) => start < finding.end && end > finding.start);
    const touched = pieces.map(({ caption }) => caption);
    const [piece] = pieces;
    const first = piece && captions[piece.caption];
    if (!first || (touched.length < 2 && !first.isMoving)) return [];
    const isKnown = touched.some((caption) => isOnFrames(finding, captions[caption], detections));
    const seen = isKnown ? null : seenWordsOf(first, finding.start - piece.start, finding.end - piece.start);
    return seen ? [{ finding, captions: touched, ...seen }] : [];
  });
}

function isOnFrames(
  { ruleId, matchedText }: FoundInPassage,
  caption: Caption | undefined,
  detections: Detections,
): boolean {
  const frames = [...(caption?.lettersByFrame.keys() ?? [])];
  const words = lettersOf(matchedText);
  return frames.some((frame) =>
    (detections[frame] ?? []).some(
      (one) => one.ruleId === ruleId && isSameWords(lettersOf(one.matchedText ?? ''), words),
    ),
  );
}

/** Errors in words that one rule finds in one caption. */
const moreErrors = { letters: 0.25, han: 0.25 } as const;

const isSameWords = (a: string, b: string): boolean =>
  a !== '' && b !== '' && (isNear(a, b, moreErrors) || a.includes(b) || b.includes(a));

/** The findings on the frames of a video, each with the time of its captions, and each caption with its verdict. */
export interface CaptionedFindings {
  readonly detections: Detections;
  readonly riskLevels: readonly ReturnType<typeof riskLevelOfTier>[][];
}

/** A detection that was added to a frame for what goes on over several captions. */
export type AddedDetection = Pick<PlacedFinding<unknown>, 'captions' | 'frame'> & {
  readonly detection: Detection;
};

/**
 * Merges findings in captions into those of frames: each gets the time for which its words stand; one that an earlier
 * frame of the same caption has is marked as repeated; and those over several captions are added to the frame on which
 * their words are first seen.
 * @param detections of each distinct frame, worst first
 */
export function withCaptions(
  detections: Detections,
  captions: readonly Caption[],
  added: readonly AddedDetection[],
): CaptionedFindings {
  const onFrames = captionsByFrame(captions);
  const riskLevels = captions.map((): ReturnType<typeof riskLevelOfTier>[] => []);
  const known = new Map<string, { readonly words: string; readonly frame: number }[]>();
  const merged = detections.map((found, frame) => {
    const own = found.map((one) => {
      const touched = captionsWith(one, frame, captions, onFrames.get(frame) ?? []);
      if (!touched) return one;
      for (const caption of touched) riskLevels[caption]?.push(riskLevelOfTier(one));
      const words = lettersOf(one.matchedText ?? '');
      const key = `${one.ruleId} ${touched.join(' ')}`;
      const earlier = known.get(key) ?? [];
      known.set(key, [...earlier, { words, frame }]);
      const isRepeated = earlier.some((other) => other.frame < frame && isSameWords(other.words, words));
      return { ...one, ...timeOf(touched, captions), ...(isRepeated ? { isRepeated } : {}) };
    });
    const over = added.filter((one) => one.frame === frame);
    for (const { captions: touched, detection } of over)
      for (const caption of touched) riskLevels[caption]?.push(riskLevelOfTier(detection));
    const more = over.map((one) => ({ ...one.detection, ...timeOf(one.captions, captions) }));
    return [...own, ...more].sort((a, b) => rankOfDetection(b) - rankOfDetection(a));
  });
  return { detections: merged, riskLevels };
}

function captionsByFrame(captions: readonly Caption[]): ReadonlyMap<number, readonly number[]> {
  const byFrame = new Map<number, number[]>();
  for (const [at, { lettersByFrame }] of captions.entries())
    for (const frame of lettersByFrame.keys()) byFrame.set(frame, [...(byFrame.get(frame) ?? []), at]);
  return byFrame;
}

/** Returns the captions that have the words of a detection on a frame; null of other words, and of what are none. */
function captionsWith(
  { detector, matchedText }: Detection,
  frame: number,
  captions: readonly Caption[],
  onFrame: readonly number[],
): readonly number[] | null {
  if (detector !== 'text' || matchedText === null) return null;
  const whole = onFrame.find((at) => isIn(captions[at], matchedText, frame));
  if (whole !== undefined) return [whole];
  const parts = matchedText.split('\n').filter((line) => lettersOf(line) !== '');
  const touched = parts.map((line) => onFrame.find((at) => isIn(captions[at], line, frame)));
  const all = touched.filter((at) => at !== undefined);
  return all.length > 0 && all.length === touched.length ? [...new Set(all)] : null;
}

const isIn = (caption: Caption | undefined, words: string, frame: number): boolean =>
  caption !== undefined && isInCaption(caption, words, frame);

function timeOf(touched: readonly number[], captions: readonly Caption[]): { readonly shown: Span } {
  const spans = touched.flatMap((at) => captions[at] ?? []);
  return {
    shown: {
      startSeconds: Math.min(...spans.map(({ startSeconds }) => startSeconds)),
      endSeconds: Math.max(...spans.map(({ endSeconds }) => endSeconds)),
    },
  };
}
