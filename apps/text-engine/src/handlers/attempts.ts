import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '@redline/service-kit/db';

/** A little after the lease ends, so that the next delivery finds it ended. */
export const afterLeaseMs = 50;
const finishAgainMs = 200;
const lastErrorLengthMax = 200;

export const deadReason = (attempt: number, lastError: string | null): string =>
  `gave up after ${attempt} attempts; ${lastError ?? 'the worker was lost in the last one'}`;

/** Name and message of an error, bounded. Judges put no text into their messages. */
export function describeError(error: unknown): string {
  return String(error).replaceAll('\0', ' ').slice(0, lastErrorLengthMax);
}

/** Writes again while the database is away and the lease lasts: what was found is there, only it cannot be written. */
export async function writeWithinLease<T>(leaseEndMs: number, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + finishAgainMs >= leaseEndMs) throw error;
    }
    await sleep(finishAgainMs);
  }
}
