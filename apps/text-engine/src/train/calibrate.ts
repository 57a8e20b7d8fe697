/** Turns a score into a probability: `1 / (1 + exp(-(slope * score + offset)))`. */
export interface Calibration {
  readonly slope: number;
  readonly offset: number;
}

const stepsMax = 50;

/**
 * Fits a sigmoid to scores that their model had not seen: Platt (1999), by Newton's method on his smoothed targets, as
 * Lin, Lin and Weng ("A note on Platt's probabilistic outputs", 2007) advise.
 */
export function calibrate(scores: readonly number[], positive: readonly boolean[]): Calibration {
  const positives = positive.filter(Boolean).length;
  const targets = [1 / (scores.length - positives + 2), (positives + 1) / (positives + 2)] as const;
  let slope = 1;
  let offset = 0;
  for (let step = 0; step < stepsMax; step++) {
    let [gradientSlope, gradientOffset, ss, so, oo] = [0, 0, 1e-9, 0, 1e-9];
    for (const [at, score] of scores.entries()) {
      const p = probabilityOf({ slope, offset }, score);
      const error = p - targets[positive[at] ? 1 : 0];
      const curve = p * (1 - p);
      gradientSlope += error * score;
      gradientOffset += error;
      ss += curve * score * score;
      so += curve * score;
      oo += curve;
    }
    const determinant = ss * oo - so * so;
    const moved = [
      (gradientSlope * oo - gradientOffset * so) / determinant,
      (gradientOffset * ss - gradientSlope * so) / determinant,
    ] as const;
    slope -= moved[0];
    offset -= moved[1];
    if (Math.abs(moved[0]) + Math.abs(moved[1]) < 1e-9) break;
  }
  return { slope, offset };
}

export function probabilityOf({ slope, offset }: Calibration, score: number): number {
  return 1 / (1 + Math.exp(-(slope * score + offset)));
}

const binCount = 10;

/** Expected calibration error: how far probability and frequency lie apart, over ten bins of equal width. */
export function calibrationError(probabilities: readonly number[], positive: readonly boolean[]): number {
  const bins = Array.from({ length: binCount }, () => ({ count: 0, sum: 0, positives: 0 }));
  for (const [at, probability] of probabilities.entries()) {
    const bin = bins[Math.min(binCount - 1, Math.floor(probability * binCount))];
    if (!bin) continue;
    bin.count += 1;
    bin.sum += probability;
    bin.positives += positive[at] ? 1 : 0;
  }
  return bins.reduce((sum, bin) => sum + Math.abs(bin.sum - bin.positives), 0) / probabilities.length;
}
