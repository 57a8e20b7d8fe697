/** A stretch of sound, in seconds from its beginning. */
export interface SpeechSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** How probabilities become stretches of speech. */
export interface SpanOptions {
  /** Speech begins with a window of at least this probability. */
  readonly beginMin: number;
  /** It goes on while windows have at least this one. */
  readonly continueMin: number;
  /** A shorter pause does not end it, in seconds. */
  readonly pauseSecondsMin: number;
  /** A shorter stretch is none, in seconds. */
  readonly speechSecondsMin: number;
  /** Added at both ends, in seconds: consonants at the edges of words have little sound. */
  readonly padSeconds: number;
}

/**
 * Finds the stretches in which somebody speaks. Two thresholds, so that a voice that drops goes on.
 * @param probabilities of windows of equal length, in order
 * @param windowSeconds the length of a window
 * @returns in order, apart from each other, within the sound
 */
export function speechSpansOf(
  probabilities: ArrayLike<number>,
  windowSeconds: number,
  options: SpanOptions,
): readonly SpeechSpan[] {
  const pauseWindows = options.pauseSecondsMin / windowSeconds;
  const found: { first: number; last: number }[] = [];
  let open: { first: number; last: number } | null = null;
  for (let place = 0; place < probabilities.length; place++) {
    const probability = probabilities[place] ?? 0;
    if (open && probability >= options.continueMin && place - open.last <= pauseWindows) open.last = place;
    else if (probability >= options.beginMin) {
      if (open) found.push(open);
      open = { first: place, last: place };
    }
  }
  if (open) found.push(open);
  const longEnough = found.filter(
    ({ first, last }) => (last + 1 - first) * windowSeconds >= options.speechSecondsMin,
  );
  return padded(
    longEnough.map(({ first, last }) => ({ start: first * windowSeconds, end: (last + 1) * windowSeconds })),
    probabilities.length * windowSeconds,
    options.padSeconds,
  );
}

/** Adds at both ends of each stretch; two that would touch share what is between them. */
function padded(
  spans: readonly { readonly start: number; readonly end: number }[],
  seconds: number,
  pad: number,
): readonly SpeechSpan[] {
  return spans.map(({ start, end }, place) => {
    const before = start - (spans[place - 1]?.end ?? -Infinity);
    const after = (spans[place + 1]?.start ?? Infinity) - end;
    return {
      startSeconds: rounded(Math.max(0, start - Math.min(pad, before / 2))),
      endSeconds: rounded(Math.min(seconds, end + Math.min(pad, after / 2))),
    };
  });
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
