import type { Head, ReaderModel } from './model.ts';
import type { Reader } from './read-text.ts';

const empty: Head = { names: [], weights: new Float32Array(0), bias: new Float32Array(0) };

/** What a made-up reader says of one sentence. */
export interface SampleSentence {
  readonly unlawful: number;
  readonly topic: string;
  /** Words that carry the claim; the whole sentence when left out. */
  readonly carries?: string;
}

/**
 * Makes a reader for tests: `say` tells what each sentence says; sentences are reported from a probability of 0.8 on,
 * lawful below 0.2 and clearly lawful below 0.05.
 */
export function sampleReader(site: string, say: (sentence: string) => SampleSentence): Reader {
  const law = {
    head: empty,
    calibration: { slope: 1, offset: 0 },
    reportThreshold: 0.8,
    lawfulThreshold: 0.2,
    clearlyLawfulThreshold: 0.05,
  };
  const model: ReaderModel = {
    width: 1,
    vocabulary: { pieces: [], scores: new Float32Array(0), normalized: new Map(), controls: 0, unknown: 0 },
    begin: 0,
    end: 0,
    windowTokensMax: 16,
    made: empty,
    mentioned: empty,
    sold: empty,
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
      const none = new Float32Array(0);
      return {
        sentences: said.map(({ unlawful, topic }) => ({ unlawful, topic, made: none, mentioned: none })),
        sold: none,
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
