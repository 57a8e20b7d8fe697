/**
 * Returns the quantile of values.
 * @param values at least one, in any order
 * @param share 0 to 1; 0.5 is the median
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('no value was measured');
  return value;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

/**
 * Runs two measurements alternately, so that other load of the machine affects both.
 * @param rounds how often each runs
 * @returns the median of each, and of the ratios by round
 */
export async function inTurns(
  rounds: number,
  ours: () => Promise<number>,
  reference: () => Promise<number>,
): Promise<{ readonly ours: number; readonly reference: number; readonly ratio: number }> {
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round++) {
    const measured =
      round % 2 === 0 ? [await ours(), await reference()] : [await reference(), await ours()].reverse();
    pairs.push(measured as [number, number]);
  }
  return {
    ours: median(pairs.map(([value]) => value)),
    reference: median(pairs.map(([, value]) => value)),
    ratio: median(pairs.map(([value, against]) => value / against)),
  };
}
