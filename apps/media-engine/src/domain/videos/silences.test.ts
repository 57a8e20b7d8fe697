import { describe, expect, it } from 'vitest';
import { gapsBetween, partsOf, readSilences } from './silences.ts';

const span = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });
const printed = `frame:21   pts:21504   pts_time:0.487619
lavfi.silence_start=0
frame:22   pts:22528   pts_time:0.510839
lavfi.silence_end=0.514263
lavfi.silence_duration=0.514263
frame:960  pts:983040  pts_time:22.2912
lavfi.silence_start=21.8022
`;

describe('silences', () => {
  it('are parsed, and one that does not end ends with the sound', () => {
    expect(readSilences(printed, 24)).toEqual([span(0, 0.514263), span(21.8022, 24)]);
    expect(readSilences('', 24)).toEqual([]);
    expect(readSilences('lavfi.silence_start=-0.01\nlavfi.silence_end=nan\n', 24)).toEqual([span(0, 0)]);
  });

  it('leave the sounds between them', () => {
    expect(gapsBetween([span(0, 1), span(4, 5), span(5.1, 6)], 10)).toEqual([span(1, 4), span(6, 10)]);
    expect(gapsBetween([], 10)).toEqual([span(0, 10)]);
    expect(gapsBetween([span(0, 10)], 10)).toEqual([]);
  });

  it('are where sound is cut into parts that can be sent', () => {
    expect(partsOf([span(3, 4), span(94, 96), span(150, 151)], 250, 100)).toEqual([
      ...[span(0, 95), span(95, 195), span(195, 250)],
    ]);
    expect(partsOf([], 60, 100)).toEqual([span(0, 60)]);
    expect(partsOf([], 0, 100)).toEqual([]);
  });
});
