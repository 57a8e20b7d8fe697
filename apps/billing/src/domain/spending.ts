/** A grant of an account on a site that can be spent now. */
export interface SpendableGrant {
  readonly id: string;
  readonly remaining: number;
  /** Milliseconds since 1970; null never expires. */
  readonly expiresAtMs: number | null;
}

/** The part of a line that a grant pays. */
export interface Posting {
  readonly lineId: string;
  readonly grantId: string;
  readonly amount: number;
}

/**
 * Decides which grants pay which lines: the grant that expires soonest first, one without an expiry last, the older one
 * first among equals (ids sort by creation time).
 * @param grants of one account and site, none expired, in any order
 * @returns the postings, none of zero; undefined if the grants together do not cover the lines
 */
export function spend(
  grants: readonly SpendableGrant[],
  lines: readonly { readonly lineId: string; readonly amount: number }[],
): Posting[] | undefined {
  const left = grants.toSorted(bySpendOrder).map(({ id, remaining }) => ({ id, remaining }));
  const postings: Posting[] = [];
  let next = 0;
  for (const { lineId, amount } of lines) {
    for (let due = amount; due > 0; ) {
      const grant = left[next];
      if (!grant) return undefined;
      const part = Math.min(due, grant.remaining);
      if (part > 0) postings.push({ lineId, grantId: grant.id, amount: part });
      grant.remaining -= part;
      due -= part;
      if (grant.remaining === 0) next += 1;
    }
  }
  return postings;
}

function bySpendOrder(a: SpendableGrant, b: SpendableGrant): number {
  const never = Number.POSITIVE_INFINITY;
  const [first, second] = [a.expiresAtMs ?? never, b.expiresAtMs ?? never];
  if (first !== second) return first - second;
  return a.id < b.id ? -1 : 1;
}
