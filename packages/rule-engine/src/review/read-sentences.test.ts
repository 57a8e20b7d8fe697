import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { engineOf } from '../evaluate/engine.ts';
import { loadPack } from '../load/pack-files.ts';
import { scanText } from '../patterns/scan-text.ts';
import type { Reader } from '../reader/read-text.ts';
import { sampleReader } from '../reader/samples.ts';
import { readSentences } from './read-sentences.ts';

const engine = engineOf(loadPack(fileURLToPath(new URL('../../../../packs/us', import.meta.url))));
const sample = sampleReader('us', (sentence) => ({
  topic: 'disease_claim',
  unlawful: sentence.includes('cures gout') ? 0.9 : 0.1,
  ...(sentence.includes('gout') && { carries: 'cures gout' }),
}));

/** Reads a text, and keeps what was given to the reader. */
function readingOf(text: string) {
  const given: string[] = [];
  const reader: Reader = {
    ...sample,
    read: (one, ...rest) => {
      given.push(one);
      return sample.read(one, ...rest);
    },
  };
  const read = readSentences(scanText(text, engine), reader, 'us');
  return { given, read: read ?? expect.unreachable() };
}

const plain = ['Boil it.', 'Pour it.', 'Wait a while.', 'Drink it.', 'Rinse the cup.', 'Put it away.'];

describe('a text with disguised words', () => {
  const text = [...plain, 'Our tea cur3s g0ut.', ...plain].join(' ');

  it('is read again only around them', () => {
    const { given } = readingOf(text);
    expect(given).toEqual([text, 'Rinse the cup. Put it away. Our tea cures gout. Boil it. Pour it. ']);
  });

  it('has the worse of the two readings, at the words as they are written', () => {
    const { read } = readingOf(text);
    expect(read.sentences.map(({ unlawful }) => unlawful)).toEqual([
      ...plain.map(() => 0.1),
      0.9,
      ...plain.map(() => 0.1),
    ]);
    const { tokens } = read.carryingAt(6);
    expect(text.slice(tokens.starts[0], tokens.ends[0])).toBe('cur3s g0ut');
  });

  it('reads neighbours of two places once', () => {
    const { given } = readingOf(`Our tea cur3s g0ut. ${plain.join(' ')} It cur3s g0ut.`);
    expect(given.slice(1)).toEqual([
      'Our tea cures gout. Boil it. Pour it. ',
      'Rinse the cup. Put it away. It cures gout.',
    ]);
    const near = readingOf(`Our tea cur3s g0ut. ${plain.slice(0, 4).join(' ')} It cur3s g0ut.`).given;
    expect(near).toHaveLength(2);
  });
});
