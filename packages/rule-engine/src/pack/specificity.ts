import type { PolicyRow } from './pack.ts';

/**
 * What makes a row more specific, in the order in which it counts: that it names a place, another claim beside, what is
 * sold, or words that must stand there; then that it names fewer goods, fewer claims beside and fewer claims.
 */
export const specificityOf = ({ places, beside, sold, needs, claims }: PolicyRow): readonly number[] => [
  places.size,
  Number(beside.size > 0),
  Number(sold.size > 0),
  Number(needs !== null),
  -sold.size,
  -beside.size,
  -claims.size,
];

/** Tells whether a row goes before another where both apply. */
export function isMoreSpecific(one: PolicyRow, other: PolicyRow): boolean {
  const others = specificityOf(other);
  for (const [at, value] of specificityOf(one).entries())
    if (value !== others[at]) return value > (others[at] ?? 0);
  return false;
}
