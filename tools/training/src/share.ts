/** A share of a count with its 95 % Wilson score interval (Wilson 1927), which suits the small sets it is used on. */
export interface Share {
  readonly count: number;
  readonly total: number;
  /** `count / total`. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** The quantile of the normal distribution for 95 %. */
const z = 1.959964;

/** Returns the share `count / total` with its interval; of a total of 0, 0 between 0 and 1. */
export function shareOf(count: number, total: number): Share {
  if (total === 0) return { count, total, value: 0, low: 0, high: 1 };
  const value = count / total;
  const zSquared = z * z;
  const centre = (value + zSquared / (2 * total)) / (1 + zSquared / total);
  const half =
    (z * Math.sqrt((value * (1 - value)) / total + zSquared / (4 * total * total))) / (1 + zSquared / total);
  return { count, total, value, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** Counts the items that fulfil a condition, as a share of all. */
export const shareWhere = <T>(items: readonly T[], holds: (item: T) => boolean): Share =>
  shareOf(items.filter(holds).length, items.length);

/** Writes a share as `0.912 [0.842, 0.953] (52/57)`. */
export function formatShare({ count, total, value, low, high }: Share): string {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (${count}/${total})`;
}
