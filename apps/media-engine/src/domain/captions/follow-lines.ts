import type { ShownLine } from '../images/shown-line.ts';
import type { FrameSample } from '../videos/frame-sample.ts';
import { type LineReading, readingsOf } from './line-reading.ts';
import { continuations, count, goesOn, type LineTrack, newTrack, take } from './line-track.ts';

/** The frames of a video, and what is written on them. */
export interface ReadFrames {
  /** In order of time. */
  readonly samples: readonly FrameSample[];
  /** The lines of each distinct frame; undefined of one that was not read. */
  readonly lines: readonly (readonly ShownLine[] | undefined)[];
  readonly durationSeconds: number;
}

/** A line that stands over following frames. */
export interface FollowedLine extends Readonly<LineTrack> {
  readonly endSeconds: number;
}

/** A line that is missed on one sample, and seen again so soon after, was not read there, or blinks. */
const missedSecondsMax = 5;
/** Lines of a video that are followed; a picture that moves over signs has many. */
const linesFollowedMax = 5_000;

/**
 * Follows the lines of text over the frames of a video: a line at the same place with the same words is one, and so is
 * one that grows word by word, is read in part, moves through the picture, or slides to another place.
 * @returns in the order in which they begin
 */
export function followLines({ samples, lines, durationSeconds }: ReadFrames): readonly FollowedLine[] {
  const tracks: LineTrack[] = [];
  const readings = new Map<number, readonly LineReading[]>();
  let open: LineTrack[] = [];
  let [read, frameBefore] = [0, -1];
  for (const { timeSeconds, frame } of samples) {
    const onFrame = lines[frame];
    if (!onFrame) continue;
    open = open.filter(
      ({ missedSeconds }) => timeSeconds - (missedSeconds ?? timeSeconds) <= missedSecondsMax,
    );
    if (frame === frameBefore) {
      seeAgain(open, read, read + 1);
    } else {
      const known = readings.get(frame) ?? readingsOf(frame, onFrame);
      readings.set(frame, known);
      const begun = seeLines(open, known, timeSeconds, read + 1).slice(0, linesFollowedMax - tracks.length);
      tracks.push(...begun);
      open.push(...begun);
    }
    read++;
    frameBefore = frame;
    open = open.filter((track) => isStillOpen(track, timeSeconds, read));
  }
  return tracks.map((track) => ({ ...track, endSeconds: track.missedSeconds ?? durationSeconds }));
}

/** The frame before is still shown, with every line that it has. */
function seeAgain(open: readonly LineTrack[], before: number, sample: number): void {
  for (const track of open) {
    if (track.lastSample !== before) continue;
    track.lastSample = sample;
    count(track, track.last);
  }
}

/** Finds for each line the track that it goes on with. Returns new tracks, of lines that go on with none. */
function seeLines(
  open: readonly LineTrack[],
  lines: readonly LineReading[],
  timeSeconds: number,
  sample: number,
): readonly LineTrack[] {
  const left = new Set(lines);
  const free = new Set(open);
  for (const way of continuations) {
    for (const line of left) {
      // A line may be read in several pieces, all of which are of one track.
      for (const track of way === 'piece' ? open : free) {
        if (!goesOn(track, line, way)) continue;
        take(track, line, way, sample);
        left.delete(line);
        free.delete(track);
        break;
      }
    }
  }
  return [...left].map((line) => newTrack(line, timeSeconds, sample));
}

/** Notes when a line was first missed. Returns false once it was missed on two samples. */
function isStillOpen(track: LineTrack, timeSeconds: number, sample: number): boolean {
  if (track.lastSample === sample) return true;
  track.missedSeconds ??= timeSeconds;
  return sample - track.lastSample < 2;
}
