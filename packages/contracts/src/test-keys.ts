/** Limits of test keys. Credits are those of an account on one site and day (UTC). */
export const testLimits = { dailyCredits: 100, videoSecondsMax: 10, recordsKeptDays: 1 } as const;

/** The first character of the tenant of every scope of test keys. No `X-End-Tenant` has it. */
const mark = '~';
const dayMs = 86_400_000;

/**
 * Returns the tenant of the scope that a test key acts in.
 * @param tenantId of the request; empty for the key owner's own scope
 */
export const testTenantOf = (tenantId: string): string => mark + tenantId;

/** Tells whether a scope is one of test keys. */
export const isTestScope = ({ tenantId }: { readonly tenantId: string }): boolean =>
  tenantId.startsWith(mark);

/** Returns the day (UTC) of a time, and when the next one begins: with it begins another allowance. */
export function allowanceDayOf(at: Date): { readonly day: string; readonly endsAt: Date } {
  const startMs = Math.floor(at.getTime() / dayMs) * dayMs;
  return { day: new Date(startMs).toISOString().slice(0, 10), endsAt: new Date(startMs + dayMs) };
}
