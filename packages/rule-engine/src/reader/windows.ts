import type { Tokens } from './tokenizer.ts';

/** A stretch of a text that is read at once. */
export interface Window {
  /** Tokens `first` to `last`, the end exclusive. */
  readonly first: number;
  readonly last: number;
  /** Sentences that begin in it: numbers of the text's sentences, and their tokens in the window. */
  readonly sentences: readonly WindowSentence[];
}

/** A sentence's tokens, counted in its window. */
export interface WindowSentence {
  readonly sentence: number;
  readonly first: number;
  readonly last: number;
}

/** How many tokens a window holds. */
export interface WindowSize {
  /** Sentences are read together up to so many. */
  readonly tokensAim: number;
  /** A longer sentence is cut. */
  readonly tokensMax: number;
}

/**
 * Cuts a text into windows of whole sentences, as many as `tokensAim` tokens hold; a longer sentence has a window of its
 * own, and one that is longer than `tokensMax` several. So a text is read once, and no window is padded.
 * @param starts UTF-16 offsets at which sentences begin, the first one 0, ascending
 */
export function windowsOf(
  { starts: places }: Tokens,
  starts: readonly number[],
  { tokensAim, tokensMax }: WindowSize,
): Window[] {
  const windows: Window[] = [];
  const edges = edgesOf(places, starts);
  const share = places.length / Math.max(1, Math.round(places.length / tokensAim));
  let first = 0;
  let part = 0;
  let sentences: WindowSentence[] = [];
  const close = (last: number): void => {
    if (last > first) windows.push({ first, last, sentences });
    first = last;
    sentences = [];
  };
  for (let sentence = 0; sentence < starts.length; sentence++) {
    const to = edges[sentence + 1] ?? places.length;
    let from = edges[sentence] ?? to;
    const own = Math.floor((from + to) / 2 / share);
    if (own !== part || to - first > tokensMax) close(from);
    part = own;
    while (to - from > tokensMax) {
      sentences.push({ sentence, first: 0, last: tokensMax });
      close(from + tokensMax);
      from += tokensMax;
    }
    if (to > from) sentences.push({ sentence, first: from - first, last: to - first });
  }
  close(places.length);
  return windows;
}

/** The first token of each sentence. */
function edgesOf(places: Int32Array, starts: readonly number[]): number[] {
  let token = 0;
  return starts.map((start) => {
    while (token < places.length && (places[token] ?? 0) < start) token++;
    return token;
  });
}
