import { describe, expect, it } from 'vitest';
import { stretchesOf } from './stretches.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });
const lengths = (speech: Parameters<typeof stretchesOf>[0], secondsMax: number) =>
  stretchesOf(speech, secondsMax).map(({ startSeconds, endSeconds, speech: inside }) => [
    startSeconds,
    endSeconds,
    inside.length,
  ]);

describe('stretches of speech to transcribe', () => {
  it('go on over short pauses, and end at long ones and where they would be too long', () => {
    expect(lengths([span(0, 2), span(2.3, 4), span(5, 6)], 28)).toEqual([
      [0, 4, 2],
      [5, 6, 1],
    ]);
    expect(lengths([span(0, 6), span(6.2, 11)], 10)).toEqual([
      [0, 6, 1],
      [6.2, 11, 1],
    ]);
    expect(stretchesOf([], 10)).toEqual([]);
  });

  it('are cut if nobody pauses', () => {
    expect(lengths([span(1, 31)], 10)).toEqual([
      [1, 11, 1],
      [11, 21, 1],
      [21, 31, 1],
    ]);
  });
});
