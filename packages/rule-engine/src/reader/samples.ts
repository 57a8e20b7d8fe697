import type { Head, ReaderModel } from './model.ts';
import type { Reader } from './read-text.ts';

const empty: Head = { names: [], weights: new Float32Array(0), bias: new Float32Array(0) };

/** What a made-up reader says of one sentence. */
export interface SampleSentence {
  readonly unlawful: number;
  readonly topic: string;
  /** Words that carry the claim; the whole sentence when left out. */
  readonly carries?: string;
  /** Probabilities of claims that it makes and that it only mentions; of others 0. */
  readonly made?: Readonly<Record<string, number>>;
  readonly mentioned?: Readonly<Record<string, number>>;
  /** Probabilities of topics; all of `topic` unless said. */
  readonly topics?: Readonly<Record<string, number>>;
}

const headOf = (names: readonly string[]): Head => ({ ...empty, names });

/** Claims and topics that made-up readers know. */
const sampleClaims = [
  'treats_disease',
  'prevents_disease',
  'body_function',
  'looks_better',
  'best_of_all',
  'income',
  'offers_counterfeit',
  'procedure_offer',
];
const sampleTopics = ['disease_claim', 'cosmetic_drug_claim', 'unsubstantiated_health', 'earnings_claim'];

/**
 * Makes a reader for tests: `say` tells what each sentence says; sentences are reported from a probability of 0.8 on,
 * lawful below 0.2 and clearly lawful below 0.05. `sold` tells what every text sells, by its probability.
 */
export function sampleReader(
  site: string,
  say: (sentence: string) => SampleSentence,
  sold: Readonly<Record<string, number>> = {},
): Reader {
  const law = {
    head: headOf(['unlawful', ...sampleTopics]),
    calibration: { slope: 1, offset: 0 },
    reportThreshold: 0.8,
    reportScoreMin: 0.3,
    lawfulThreshold: 0.2,
    clearlyLawfulThreshold: 0.05,
    certainlyLawfulThreshold: 0.02,
  };
  const model: ReaderModel = {
    width: 1,
    vocabulary: { pieces: [], scores: new Float32Array(0), normalized: new Map(), controls: 0, unknown: 0 },
    begin: 0,
    end: 0,
    window: { tokensAim: 16, tokensMax: 16 },
    made: headOf(sampleClaims),
    mentioned: headOf(sampleClaims),
    sold: headOf(Object.keys(sold)),
    carries: empty,
    law: new Map([[site, law]]),
  };
  return {
    model,
    kind: 'native',
    takeCounts: () => null,
    read: (text, starts) => {
      const said = starts.map((start, at) => ({
        start,
        ...say(text.slice(start, starts[at + 1] ?? text.length).trim()),
      }));
      const marked = said.flatMap(({ start, carries }) =>
        carries === undefined ? [] : [{ start: text.indexOf(carries, start), length: carries.length }],
      );
      const numbers = (names: readonly string[], by: Readonly<Record<string, number>> = {}): Float32Array =>
        Float32Array.from(names, (name) => by[name] ?? 0);
      return {
        sentences: said.map(({ unlawful, topic, made, mentioned, topics = { [topic]: 1 } }) => ({
          ...{ unlawful, topic, topics: numbers(sampleTopics, topics) },
          made: numbers(sampleClaims, made),
          mentioned: numbers(sampleClaims, mentioned),
        })),
        sold: numbers(Object.keys(sold), sold),
        carries: Float32Array.from(marked, () => 1),
        tokens: {
          ids: Int32Array.from(marked, () => 0),
          starts: Int32Array.from(marked, ({ start }) => start),
          ends: Int32Array.from(marked, ({ start, length }) => start + length),
        },
        unknown: 0,
      };
    },
  };
}
