/** How a charge is tried: at once, leaving out locked accounts; together with others, waiting; or alone under the lock. */
export type ChargePath = 'at_once' | 'together' | 'alone';

/** Remembers which charges the locks of other replicas have just kept from being written. */
export interface Contention {
  readonly pathOf: (accountId: string, nowMs: number) => ChargePath;
  /** A charge was not written on this path; returns the next one. */
  readonly leftOut: (accountId: string, path: Exclude<ChargePath, 'alone'>, nowMs: number) => ChargePath;
}

const rememberedMs = 1_000;
const accountsMax = 1_000;

/**
 * Remembers for a second that an account was locked. Then all charges wait for their accounts together: trying without
 * locks costs two round trips for nothing, and parts one large batch into many small ones. An account that was locked for
 * longer than a batch waits is charged alone, so that it holds up no other.
 */
export function createContention(): Contention {
  let togetherUntilMs = 0;
  const aloneUntilMs = new Map<string, number>();
  return {
    pathOf(accountId, nowMs) {
      if ((aloneUntilMs.get(accountId) ?? 0) > nowMs) return 'alone';
      return togetherUntilMs > nowMs ? 'together' : 'at_once';
    },
    leftOut(accountId, path, nowMs) {
      if (path === 'at_once') {
        togetherUntilMs = nowMs + rememberedMs;
        return 'together';
      }
      if (aloneUntilMs.size >= accountsMax) aloneUntilMs.clear();
      aloneUntilMs.set(accountId, nowMs + rememberedMs);
      return 'alone';
    },
  };
}
