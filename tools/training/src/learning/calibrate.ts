import { type Calibration, probabilityOf } from '@redline/rule-engine/classifier';

const stepsMax = 100;
const halvingsMax = 30;

/**
 * Fits a sigmoid to scores out of fold: Platt scaling (1999), by Newton's method on smoothed targets, with steps halved
 * until the loss falls, after Lin, Lin and Weng ("A note on Platt's probabilistic outputs", 2007).
 */
export function calibrate(scores: readonly number[], positive: readonly boolean[]): Calibration {
  const positives = positive.filter(Boolean).length;
  const targets = [1 / (scores.length - positives + 2), (positives + 1) / (positives + 2)] as const;
  const targetOf = (at: number): number => targets[positive[at] ? 1 : 0];
  const loss = (at: Calibration): number =>
    scores.reduce((sum, score, n) => {
      const margin = at.slope * score + at.offset;
      return sum + Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(margin, 0) - targetOf(n) * margin;
    }, 0);
  let best: Calibration = { slope: 1, offset: 0 };
  for (let step = 0; step < stepsMax; step++) {
    const move = newtonStep(best, scores, targetOf);
    let next = best;
    for (let halving = 0, part = 1; halving < halvingsMax; halving++, part /= 2) {
      next = { slope: best.slope - part * move.slope, offset: best.offset - part * move.offset };
      if (loss(next) <= loss(best)) break;
    }
    const moved = Math.abs(next.slope - best.slope) + Math.abs(next.offset - best.offset);
    best = next;
    if (moved < 1e-9) break;
  }
  return best;
}

function newtonStep(
  at: Calibration,
  scores: readonly number[],
  targetOf: (at: number) => number,
): Calibration {
  let [slope, offset, ss, so, oo] = [0, 0, 1e-9, 0, 1e-9];
  for (const [n, score] of scores.entries()) {
    const p = probabilityOf(at, score);
    const error = p - targetOf(n);
    const curve = p * (1 - p);
    slope += error * score;
    offset += error;
    ss += curve * score * score;
    so += curve * score;
    oo += curve;
  }
  const determinant = ss * oo - so * so;
  return {
    slope: (slope * oo - offset * so) / determinant,
    offset: (offset * ss - slope * so) / determinant,
  };
}
