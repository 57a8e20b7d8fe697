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

/**
 * Cuts a text into windows of whole sentences, as many as `tokensMax` tokens hold; a sentence that is longer is cut into
 * windows of its own. So a text is read once, and no window is padded.
 * @param starts UTF-16 offsets at which sentences begin, the first one 0, ascending
 */
export function windowsOf(
  { starts: places }: Tokens,
  starts: readonly number[],
  tokensMax: number,
): Window[] {
  const windows: Window[] = [];
  const edges = edgesOf(places, starts);
  let first = 0;
  let sentences: WindowSentence[] = [];
  const close = (last: number): void => {
    if (last > first) windows.push({ first, last, sentences });
    first = last;
    sentences = [];
  };
  for (let sentence = 0; sentence < starts.length; sentence++) {
    const to = edges[sentence + 1] ?? places.length;
    let from = edges[sentence] ?? to;
    if (to - first > tokensMax) close(from);
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
