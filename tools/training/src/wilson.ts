/** A share with its 95 % Wilson score interval (Wilson 1927), fit for the small sets it is used on. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const z = 1.959964;

/** The share `hits / of` with its interval; of nothing, 0 between 0 and 1. */
export function shareOf(hits: number, of: number): Share {
  if (of === 0) return { hits, of, share: 0, low: 0, high: 1 };
  const share = hits / of;
  const spread = z * z;
  const centre = (share + spread / (2 * of)) / (1 + spread / of);
  const half = (z * Math.sqrt((share * (1 - share)) / of + spread / (4 * of * of))) / (1 + spread / of);
  return { hits, of, share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** `0.912 [0.842, 0.953] (52/57)` */
export function describeShare({ hits, of, share, low, high }: Share): string {
  return `${share.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] (${hits}/${of})`;
}
