import { probabilityOf } from '@redline/rule-engine/classifier';
import { describe, expect, it } from 'vitest';
import { calibrate } from './calibrate.ts';
import { calibrationError } from './calibration-error.ts';
import { areaUnderRoc, averagePrecision } from './ranking.ts';

describe('calibration', () => {
  /** 1000 examples at each score, as many of them positive as the sigmoid says. */
  const slope = 1.7;
  const offset = -0.6;
  const scores: number[] = [];
  const positive: boolean[] = [];
  for (let score = -4; score <= 4; score += 0.5) {
    const share = probabilityOf({ slope, offset }, score);
    for (let at = 0; at < 1000; at++) {
      scores.push(score);
      positive.push(at < share * 1000);
    }
  }

  it('finds the sigmoid that the frequencies follow', () => {
    const found = calibrate(scores, positive);
    expect(found.slope).toBeCloseTo(slope, 1);
    expect(found.offset).toBeCloseTo(offset, 1);
  });

  it('has an error of nothing when probabilities are frequencies, and of their distance when not', () => {
    const right = scores.map((score) => probabilityOf({ slope, offset }, score));
    expect(calibrationError(right, positive)).toBeLessThan(0.001);
    expect(calibrationError([0.8, 0.8, 0.8, 0.8], [true, true, false, false])).toBeCloseTo(0.3);
  });
});

describe('ranking', () => {
  it('measures the area under ROC, ties counting half', () => {
    expect(areaUnderRoc([3, 2, 1, 0], [true, true, false, false])).toBe(1);
    expect(areaUnderRoc([3, 2, 1, 0], [true, false, true, false])).toBe(0.75);
    expect(areaUnderRoc([1, 1, 1, 1], [true, false, true, false])).toBe(0.5);
  });

  it('measures average precision', () => {
    expect(averagePrecision([3, 2, 1, 0], [true, false, true, false])).toBeCloseTo((1 + 2 / 3) / 2);
  });
});
