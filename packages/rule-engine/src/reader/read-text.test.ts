import { expect, it } from 'vitest';
import { type Head, readerOf } from './index.ts';

const headOf = (...names: readonly string[]): Head => ({
  names,
  weights: new Float32Array(names.length),
  bias: new Float32Array(names.length),
});
const letters = [...'abcdefghijklmnopqrstuvwxyz'];

/** A reader that counts the runs of its encoder; it knows single letters. */
function countingReader() {
  const runs: number[] = [];
  const reader = readerOf(
    {
      width: 1,
      vocabulary: {
        pieces: ['<s>', '</s>', '<unk>', '▁', ...letters],
        scores: new Float32Array(4 + letters.length).fill(-1),
        normalized: new Map(),
        controls: 3,
        unknown: 2,
      },
      begin: 0,
      end: 1,
      window: { tokensAim: 8, tokensMax: 8 },
      made: headOf(),
      mentioned: headOf(),
      sold: headOf('food'),
      carries: headOf('carries'),
      law: new Map(),
    },
    {
      kind: 'native',
      encode: (ids) => {
        runs.push(ids.length);
        return new Float32Array(ids.length);
      },
      now: () => 0,
    },
  );
  return { reader, runs };
}

it('a text is still known when a hundred of its sentences were read by themselves', () => {
  const { reader, runs } = countingReader();
  reader.read('abc', [0], 'us');
  const sentences = letters.flatMap((first) => letters.slice(0, 4).map((second) => first + second));
  for (const sentence of sentences) reader.read(sentence, [0], 'us');
  expect(runs).toHaveLength(1 + sentences.length);
  reader.read('abc', [0], 'us');
  expect(runs).toHaveLength(1 + sentences.length);
});
