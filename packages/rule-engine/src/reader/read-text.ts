import { type Encode, probabilityOf, type ReaderKind, type ReaderModel, scoresOf } from './model.ts';
import { type ReadingCounts, readingCounter } from './reading-counts.ts';
import { type Tokens, tokenizerOf } from './tokenizer.ts';
import { type Window, windowsOf } from './windows.ts';

/** The reading of one sentence: probabilities from 0 to 1. */
export interface SentenceReading {
  /** By the model's `made.names`. */
  readonly made: Float32Array;
  /** By the model's `mentioned.names`. */
  readonly mentioned: Float32Array;
  /** Calibrated probability that it is unlawful on the site, learned from copy that was judged. */
  readonly unlawful: number;
  /** The topic that it belongs to if it is unlawful; null on a site that the reader does not know. */
  readonly topic: string | null;
  /** Probability of each topic if it is unlawful, by the names of the site's law behind `unlawful`; they sum to 1. */
  readonly topics: Float32Array;
}

/** The reading of a text. */
export interface TextReading {
  /** One for each sentence. */
  readonly sentences: readonly SentenceReading[];
  /** By the model's `sold.names`; they sum to 1. */
  readonly sold: Float32Array;
  /** For every token, the probability that it carries a claim. */
  readonly carries: Float32Array;
  readonly tokens: Tokens;
  /** Characters that the vocabulary does not know. */
  readonly unknown: number;
}

/** Reads texts of a site. */
export interface Reader {
  readonly model: ReaderModel;
  readonly kind: Exclude<ReaderKind, 'off'>;
  /** Takes a text and the UTF-16 offsets at which its sentences begin, the first 0. Throws what the encoder throws. */
  readonly read: (text: string, starts: readonly number[], site: string) => TextReading;
  /** Returns what was read since the last call, and counts anew; null where nothing was. */
  readonly takeCounts: () => ReadingCounts | null;
}

/** How a reader comes to its descriptions. */
export interface Encoder {
  readonly kind: Reader['kind'];
  readonly encode: Encode;
  /** The clock that times it, in milliseconds. */
  readonly now: () => number;
}

/**
 * Tokens whose descriptions are kept, 1.5 KB each: a rewrite asks for nearly the same text again and again. Enough for a long
 * text with the sentences of it that are read by themselves; counted by windows, those would push out the text.
 */
const keptTokensMax = 8_000;

/** Returns a reader of a model and its encoder. */
export function readerOf(model: ReaderModel, { kind, encode, now }: Encoder): Reader {
  const tokenize = tokenizerOf(model.vocabulary);
  const kept = new Map<string, Float32Array>();
  let keptTokens = 0;
  const counter = readingCounter();
  const describe = (ids: Int32Array): Float32Array => {
    const key = ids.join();
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      counter.window(null);
      return known;
    }
    const begun = now();
    const described = encode(ids);
    counter.window(now() - begun);
    kept.set(key, described);
    keptTokens += described.length / model.width;
    for (const [oldest, { length }] of kept) {
      if (keptTokens <= keptTokensMax) break;
      kept.delete(oldest);
      keptTokens -= length / model.width;
    }
    return described;
  };
  return {
    model,
    kind,
    takeCounts: () => counter.take(),
    read: (text, starts, site) => {
      const tokens = tokenize(text);
      const windows = windowsOf(tokens, starts, model.window);
      const described = windows.map((window) => describe(idsOf(window, tokens, model)));
      const reading = readingOf(model, tokens, windows, described, starts.length, site);
      counter.reading(reading, model.law.get(site));
      return reading;
    },
  };
}

function idsOf({ first, last }: Window, { ids }: Tokens, { begin, end }: ReaderModel): Int32Array {
  const window = new Int32Array(last - first + 2);
  window[0] = begin;
  window.set(ids.subarray(first, last), 1);
  window[window.length - 1] = end;
  return window;
}

function readingOf(
  model: ReaderModel,
  tokens: Tokens,
  windows: readonly Window[],
  described: readonly Float32Array[],
  sentenceCount: number,
  site: string,
): TextReading {
  const { width } = model;
  const carries = new Float32Array(tokens.ids.length);
  const sums = Array.from({ length: sentenceCount }, () => new Float32Array(width));
  const counts = new Float64Array(sentenceCount);
  const soldSums = new Float64Array(model.sold.names.length);
  for (const [at, window] of windows.entries()) {
    const numbers = described[at] ?? new Float32Array(0);
    for (const { sentence, first, last } of window.sentences) {
      const sum = sums[sentence];
      if (!sum) continue;
      for (let token = first; token < last; token++) addTo(sum, numbers, (token + 1) * width);
      counts[sentence] = (counts[sentence] ?? 0) + last - first;
    }
    for (let token = window.first; token < window.last; token++) {
      const start = (token - window.first + 1) * width;
      carries[token] = probabilityOf(scoresOf(model.carries, numbers, width, start)[0] ?? 0);
    }
    addSold(soldSums, model, numbers);
  }
  const law = model.law.get(site);
  const sentences = sums.map((sum, at): SentenceReading => {
    const description = sum.map((value) => value / Math.max(1, counts[at] ?? 0));
    const scores = law ? scoresOf(law.head, description) : none;
    const { slope, offset } = law?.calibration ?? { slope: 1, offset: 0 };
    const topics = sharesOf(scores.subarray(1));
    return {
      made: scoresOf(model.made, description).map(probabilityOf),
      mentioned: scoresOf(model.mentioned, description).map(probabilityOf),
      unlawful: probabilityOf(slope * (scores[0] ?? Number.NEGATIVE_INFINITY) + offset),
      topic: law ? (law.head.names[1 + indexOfMost(topics)] ?? null) : null,
      topics,
    };
  });
  const sold = Float32Array.from(soldSums, (sum) => sum / Math.max(1, windows.length));
  const { unknown: id } = model.vocabulary;
  const unknown = tokens.ids.reduce((sum, token) => sum + (token === id ? 1 : 0), 0);
  return { sentences, sold, carries, tokens, unknown };
}

/** Of a site that the reader does not know: nothing is unlawful. */
const none = new Float32Array(1).fill(Number.NEGATIVE_INFINITY);

function indexOfMost(scores: Float32Array): number {
  let most = 0;
  for (let at = 1; at < scores.length; at++) if ((scores[at] ?? 0) > (scores[most] ?? 0)) most = at;
  return most;
}

function addTo(sum: Float32Array, numbers: Float32Array, start: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + (numbers[start + at] ?? 0);
}

/** Adds what a window sells: the softmax over what its words say on the average. */
function addSold(sums: Float64Array, { sold, width }: ReaderModel, numbers: Float32Array): void {
  const count = numbers.length / width;
  const mean = new Float32Array(width);
  for (let token = 0; token < count; token++) addTo(mean, numbers, token * width);
  const scores = scoresOf(
    sold,
    mean.map((value) => value / Math.max(1, count)),
  );
  for (const [at, share] of sharesOf(scores).entries()) sums[at] = (sums[at] ?? 0) + share;
}

/** Turns scores into probabilities that sum to 1 (softmax). */
function sharesOf(scores: Float32Array): Float32Array {
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - most));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}
