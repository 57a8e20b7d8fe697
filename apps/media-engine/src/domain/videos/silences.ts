import type { Span } from './timed-text.ts';

/**
 * Parses the silences that ffmpeg's `silencedetect` wrote through `ametadata=print`.
 * @param printed its lines, `lavfi.silence_start=1.5` and `lavfi.silence_end=2` among others
 * @param durationSeconds length of the sound; a silence that does not end ends with it
 */
export function readSilences(printed: string, durationSeconds: number): readonly Span[] {
  const silences: Span[] = [];
  let open: number | null = null;
  for (const [, edge, value] of printed.matchAll(/^lavfi\.silence_(start|end)(?:\.\d+)?=(\S+)$/gm)) {
    const seconds = Math.min(Math.max(0, Number(value) || 0), durationSeconds);
    if (edge === 'start') open = seconds;
    else if (open !== null) {
      silences.push({ startSeconds: open, endSeconds: seconds });
      open = null;
    }
  }
  if (open !== null) silences.push({ startSeconds: open, endSeconds: durationSeconds });
  return silences;
}

/** Shorter sounds are no speech, a click or the edge of a codec's frame; and shorter pauses are none. */
const gapSecondsMin = 0.2;

/** Returns the parts between stretches: sounds between silences, or pauses between stretches of speech. */
export function gapsBetween(stretches: readonly Span[], durationSeconds: number): readonly Span[] {
  const edges = [0, ...stretches.flatMap((one) => [one.startSeconds, one.endSeconds]), durationSeconds];
  const gaps: Span[] = [];
  for (let edge = 0; edge + 1 < edges.length; edge += 2) {
    const [startSeconds = 0, endSeconds = 0] = [edges[edge], edges[edge + 1]];
    if (endSeconds - startSeconds >= gapSecondsMin) gaps.push({ startSeconds, endSeconds });
  }
  return gaps;
}

/**
 * Cuts sound into parts that a transcription endpoint accepts: as long as possible, cut in the middle of a pause if there
 * is one in the last tenth.
 * @param partSecondsMax the greatest length of a part
 */
export function partsOf(
  pauses: readonly Span[],
  durationSeconds: number,
  partSecondsMax: number,
): readonly Span[] {
  const parts: Span[] = [];
  for (let startSeconds = 0; startSeconds < durationSeconds; ) {
    const latest = startSeconds + partSecondsMax;
    const middles = pauses.map((pause) => (pause.startSeconds + pause.endSeconds) / 2);
    const pause = middles.findLast((at) => at <= latest && at >= latest - partSecondsMax / 10);
    const endSeconds = latest >= durationSeconds ? durationSeconds : (pause ?? latest);
    parts.push({ startSeconds, endSeconds });
    startSeconds = endSeconds;
  }
  return parts;
}
