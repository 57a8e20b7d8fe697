import { describe, expect, it } from 'vitest';
import { type SpanOptions, speechSpansOf } from './speech-spans.ts';

const options: SpanOptions = {
  beginMin: 0.5,
  continueMin: 0.3,
  pauseSecondsMin: 0.2,
  speechSecondsMin: 0.2,
  padSeconds: 0,
};
/** Windows of a tenth of a second; a digit is a probability in tenths. */
const spans = (digits: string, changes: Partial<SpanOptions> = {}) =>
  speechSpansOf(
    [...digits].map((digit) => Number(digit) / 10),
    0.1,
    { ...options, ...changes },
  ).map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);

describe('stretches of speech', () => {
  it('begin with a probable window, and go on over less probable ones', () => {
    expect(spans('00099933330000')).toEqual([[0.3, 1]]);
    expect(spans('0003333000')).toEqual([]);
  });

  it('go on over a short pause, and end at a long one', () => {
    expect(spans('9990999')).toEqual([[0, 0.7]]);
    expect(spans('999000999')).toEqual([
      [0, 0.3],
      [0.6, 0.9],
    ]);
  });

  it('are none if they are short, and may last to the end', () => {
    expect(spans('0900099')).toEqual([[0.5, 0.7]]);
  });

  it('are longer at both ends, within the sound and apart from each other', () => {
    expect(spans('99000099', { padSeconds: 0.1 })).toEqual([
      [0, 0.3],
      [0.5, 0.8],
    ]);
    expect(spans('99000099', { padSeconds: 1 })).toEqual([
      [0, 0.4],
      [0.4, 0.8],
    ]);
  });
});
