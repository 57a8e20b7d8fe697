import type { Span } from './timed-text.ts';

/** Speech to be transcribed at once, and where in it somebody speaks. */
export interface Stretch extends Span {
  readonly speech: readonly Span[];
}

/** A model knows words by those around them; over a longer pause another sentence begins. */
const pauseSecondsMax = 0.45;

/**
 * Joins speech over short pauses to stretches that a model transcribes at once; speech without a pause is cut.
 * @param speech in order
 * @param secondsMax the greatest length of a stretch
 */
export function stretchesOf(speech: readonly Span[], secondsMax: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const span of speech.flatMap((one) => cut(one, secondsMax))) {
    const last = stretches.at(-1);
    const goesOn =
      last !== undefined &&
      span.startSeconds - last.endSeconds <= pauseSecondsMax &&
      span.endSeconds - last.startSeconds <= secondsMax;
    if (goesOn)
      stretches[stretches.length - 1] = {
        startSeconds: last.startSeconds,
        endSeconds: span.endSeconds,
        speech: [...last.speech, span],
      };
    else stretches.push({ ...span, speech: [span] });
  }
  return stretches;
}

/** Cuts a stretch into equal parts that are short enough. */
function cut({ startSeconds, endSeconds }: Span, secondsMax: number): readonly Span[] {
  const count = Math.max(1, Math.ceil((endSeconds - startSeconds) / secondsMax));
  const length = (endSeconds - startSeconds) / count;
  return Array.from({ length: count }, (_, part) => ({
    startSeconds: startSeconds + part * length,
    endSeconds: part === count - 1 ? endSeconds : startSeconds + (part + 1) * length,
  }));
}
