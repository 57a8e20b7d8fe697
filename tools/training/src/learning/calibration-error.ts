const binCount = 10;

/** Returns the expected calibration error: the mean distance of probability and frequency, over ten bins of equal width. */
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
