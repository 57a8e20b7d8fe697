import type { TokenVocabulary } from './tokenizer.ts';
import type { WindowSize } from './windows.ts';

/** A linear head: a score for each of its names, out of the numbers by which the encoder describes words. */
export interface Head {
  readonly names: readonly string[];
  /** Row by row, one row a name, `width` numbers each. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** What read a text: ONNX Runtime's native library, its WebAssembly, or nothing, so that rules alone judged. */
export type ReaderKind = 'native' | 'web' | 'off';

/** The parts of the reader, as plain data; its encoder is code beside them. */
export interface ReaderModel {
  /** Numbers by which the encoder describes a word. */
  readonly width: number;
  readonly vocabulary: TokenVocabulary;
  /** Ids of the tokens before and behind a window. */
  readonly begin: number;
  readonly end: number;
  /** Tokens of a window, without those two. */
  readonly window: WindowSize;
  /** Claim types that a sentence makes. */
  readonly made: Head;
  /** Claim types that a sentence only mentions. */
  readonly mentioned: Head;
  /** Names of what a text can sell. */
  readonly sold: Head;
  /** Whether a word carries a claim: one name. */
  readonly carries: Head;
  /** By site. */
  readonly law: ReadonlyMap<string, SiteLaw>;
}

/** The law of a site as the reader has learned it, and its thresholds. */
export interface SiteLaw {
  /** `unlawful`, then the topics that an unlawful sentence belongs to. */
  readonly head: Head;
  /** Turns the score `unlawful` into a probability: `1 / (1 + exp(-(slope * score + offset)))`. */
  readonly calibration: { readonly slope: number; readonly offset: number };
  /** A sentence is reported from this probability on. */
  readonly reportThreshold: number;
  /** And from this probability on that a report is right (`policy/report-score.ts`). */
  readonly reportScoreMin: number;
  /** Matches of rules in a sentence below it are taken back, where the rules allow that. */
  readonly lawfulThreshold: number;
  /** The same where rules ask that something in the text keeps the words at a distance, and nothing does. */
  readonly clearlyLawfulThreshold: number;
  /** The same where rules take nothing back otherwise. */
  readonly certainlyLawfulThreshold: number;
}

/**
 * Describes the words of a window: takes token ids, gives `width` numbers a token. Deterministic, in process.
 * @throws Error when the runtime fails
 */
export type Encode = (ids: Int32Array) => Float32Array;

/** Returns the scores (logits) of a head for one description: the `width` numbers from `start` on. */
export function scoresOf(
  { names, weights, bias }: Head,
  numbers: Float32Array,
  width = numbers.length,
  start = 0,
): Float32Array {
  const scores = new Float32Array(names.length);
  let row = 0;
  // Four rows at a time: a sum by itself waits for each of its additions, which takes twice as long.
  for (; row + 3 < scores.length; row += 4) {
    const from = row * width;
    let first = bias[row] ?? 0;
    let second = bias[row + 1] ?? 0;
    let third = bias[row + 2] ?? 0;
    let fourth = bias[row + 3] ?? 0;
    for (let at = 0; at < width; at++) {
      const number = numbers[start + at] ?? 0;
      first += (weights[from + at] ?? 0) * number;
      second += (weights[from + width + at] ?? 0) * number;
      third += (weights[from + 2 * width + at] ?? 0) * number;
      fourth += (weights[from + 3 * width + at] ?? 0) * number;
    }
    scores[row] = first;
    scores[row + 1] = second;
    scores[row + 2] = third;
    scores[row + 3] = fourth;
  }
  for (; row < scores.length; row++) {
    let sum = bias[row] ?? 0;
    for (let at = 0; at < width; at++) sum += (weights[row * width + at] ?? 0) * (numbers[start + at] ?? 0);
    scores[row] = sum;
  }
  return scores;
}

export const probabilityOf = (score: number): number => 1 / (1 + Math.exp(-score));
