import { constants } from 'node:os';

/** How a child ended: its exit code, or the signal that ended it. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Returns how a child ended, from what Node tells of the command that was started: in namespaces of its own a child is
 * waited for by a shell, which exits with 128 and the number of the signal.
 */
export function endOf(code: number | null, signal: string | null): End {
  if (signal !== null || code === null || code <= 128) return { code, signal };
  const name = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? { code, signal } : { code: null, signal: name };
}
