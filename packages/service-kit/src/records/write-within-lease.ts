import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../db/index.ts';
import type { Lease } from './lease.ts';

const againMs = 200;

/** Writes again while the database is away and the lease lasts: what was found is there, only it cannot be written. */
export async function writeWithinLease<T>(
  lease: Pick<Lease, 'endsAtMs'>,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + againMs >= lease.endsAtMs) throw error;
    }
    await sleep(againMs);
  }
}
