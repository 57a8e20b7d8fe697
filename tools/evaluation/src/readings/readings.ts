/** A text that is read, and nothing but read. */
export interface TextToRead {
  readonly id: string;
  readonly site: string;
  readonly text: string;
}

/** What a machine reads in texts. */
export interface Readings {
  /** Where they were read: runtime, version of Node, architecture and processor. */
  readonly readBy: string;
  /** SHA-256 of the reader's manifest, which names the hashes of the weights. */
  readonly weights: string;
  /** By site: the probabilities at which something is decided. */
  readonly thresholds: Readonly<Record<string, readonly number[]>>;
  readonly texts: readonly TextReadings[];
}

/** By sentence, the probability that it is unlawful. No text. */
export interface TextReadings {
  readonly id: string;
  readonly site: string;
  readonly unlawful: readonly number[];
}

/** How far two readings of the same texts lie apart. */
export interface ReadingsApart {
  readonly texts: number;
  readonly sentences: number;
  readonly largest: number;
  readonly mean: number;
  /** Sentences that lie further apart than was allowed. */
  readonly beyond: number;
  /** Texts with a sentence that lies as near to a threshold as the larger of what is allowed and the largest distance. */
  readonly nearThreshold: number;
  /** Texts with a sentence that lies on another side of a threshold. */
  readonly decidedOtherwise: number;
}

/**
 * Compares readings of the same texts by the same weights.
 * @param allowed how far probabilities may lie apart
 * @throws Error for readings of other texts or weights
 */
export function compareReadings(one: Readings, other: Readings, allowed: number): ReadingsApart {
  if (one.weights !== other.weights) throw new Error('the readings are by different weights');
  const pairs = one.texts.map((text, at) => ({ text, twin: twinOf(text, other.texts[at]) }));
  if (pairs.length !== other.texts.length) throw new Error('the readings are of different texts');
  const distances = pairs.flatMap(({ text, twin }) =>
    text.unlawful.map((value, at) => Math.abs(value - (twin.unlawful[at] ?? Number.NaN))),
  );
  const largest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  const near = Math.max(allowed, largest);
  const isSome = (
    { text, twin }: (typeof pairs)[number],
    holds: (threshold: number, value: number, twinValue: number) => boolean,
  ): boolean =>
    (one.thresholds[text.site] ?? []).some((threshold) =>
      text.unlawful.some((value, at) => holds(threshold, value, twin.unlawful[at] ?? Number.NaN)),
    );
  return {
    texts: pairs.length,
    sentences: distances.length,
    largest,
    mean: distances.reduce((sum, distance) => sum + distance, 0) / Math.max(1, distances.length),
    beyond: distances.filter((distance) => distance > allowed).length,
    nearThreshold: pairs.filter((pair) =>
      isSome(pair, (threshold, value) => Math.abs(value - threshold) <= near),
    ).length,
    decidedOtherwise: pairs.filter((pair) =>
      isSome(pair, (threshold, value, twinValue) => value >= threshold !== twinValue >= threshold),
    ).length,
  };
}

function twinOf(text: TextReadings, twin: TextReadings | undefined): TextReadings {
  if (!twin || twin.id !== text.id || twin.unlawful.length !== text.unlawful.length)
    throw new Error(`the readings are of different texts: ${text.id}, ${twin?.id ?? 'none'}`);
  return twin;
}
