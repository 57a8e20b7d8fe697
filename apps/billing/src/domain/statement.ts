/** Where a page of a statement begins: behind an entry, by its place and the balance before it. */
export interface StatementCursor {
  /** Microseconds since 1970. */
  readonly atUs: string;
  /** Order of two entries of one time: an expiry is the newer one. */
  readonly isExpiry: boolean;
  readonly position: string;
  readonly balance: number;
}

const pattern = /^(\d{1,18})\.([01])\.(\d{1,18})\.(-?\d{1,15})$/;

/** Reads a cursor that was handed out; undefined if it was not. */
export function readCursor(text: string): StatementCursor | undefined {
  const [, atUs, kind, position, balance] = pattern.exec(text) ?? [];
  if (atUs === undefined || position === undefined) return undefined;
  return { atUs, isExpiry: kind === '1', position, balance: Number(balance) };
}

/** Writes a cursor as it is handed out. */
export const writeCursor = ({ atUs, isExpiry, position, balance }: StatementCursor): string =>
  `${atUs}.${isExpiry ? 1 : 0}.${position}.${balance}`;

/**
 * Adds to entries, newest first, the balance after each.
 * @param balance after the newest of them
 * @returns the entries, and the balance before the oldest
 */
export function withBalances<E extends { readonly amount: number }>(entries: readonly E[], balance: number) {
  let after = balance;
  const balanced = entries.map((entry) => {
    const one = { ...entry, balanceAfter: after };
    after -= entry.amount;
    return one;
  });
  return { entries: balanced, before: after };
}
