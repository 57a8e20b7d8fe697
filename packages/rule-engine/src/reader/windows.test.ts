import { describe, expect, it } from 'vitest';
import { windowsOf } from './windows.ts';

/** Tokens that stand at the given offsets, of one character each. */
const tokensAt = (...starts: readonly number[]) => ({
  ids: Int32Array.from(starts),
  starts: Int32Array.from(starts),
  ends: Int32Array.from(starts, (start) => start + 1),
});

const size = { tokensAim: 3, tokensMax: 3 };

describe('windows', () => {
  it('hold as many whole sentences as fit, and every token is in one of them', () => {
    const windows = windowsOf(tokensAt(0, 1, 2, 3, 4, 5, 6), [0, 3, 5], { tokensAim: 5, tokensMax: 5 });
    expect(windows).toEqual([
      {
        first: 0,
        last: 5,
        sentences: [
          { sentence: 0, first: 0, last: 3 },
          { sentence: 1, first: 3, last: 5 },
        ],
      },
      { first: 5, last: 7, sentences: [{ sentence: 2, first: 0, last: 2 }] },
    ]);
  });

  it('cut a sentence that is too long, in order', () => {
    const windows = windowsOf(tokensAt(0, 1, 2, 3, 4, 5, 6), [0, 1], { tokensAim: 3, tokensMax: 3 });
    expect(windows.map(({ first, last }) => [first, last])).toEqual([
      [0, 1],
      [1, 4],
      [4, 7],
    ]);
    expect(windows.flatMap(({ sentences }) => sentences.map(({ sentence }) => sentence))).toEqual([0, 1, 1]);
  });

  it('give a sentence that is longer than they aim at a window of its own, whole', () => {
    const windows = windowsOf(tokensAt(0, 1, 2, 3, 4, 5, 6), [0, 1, 5], { tokensAim: 2, tokensMax: 5 });
    expect(windows.map(({ first, last }) => [first, last])).toEqual([
      [0, 1],
      [1, 5],
      [5, 7],
    ]);
  });

  it('are none for a text without tokens, and a sentence without tokens is in none', () => {
    expect(windowsOf(tokensAt(), [0], size)).toEqual([]);
    expect(windowsOf(tokensAt(0), [0, 5], size).flatMap(({ sentences }) => sentences)).toEqual([
      { sentence: 0, first: 0, last: 1 },
    ]);
  });
});
