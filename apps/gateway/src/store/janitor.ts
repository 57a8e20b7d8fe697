import type { Kysely } from 'kysely';
import { deleteOldUses } from './delegation-uses.ts';
import { deleteOldClaims } from './idempotency.ts';
import { deleteOldBuckets } from './rate-counts.ts';
import type { GatewayTables } from './tables.ts';

const batchSize = 1_000;
/** The maximum of batches in one turn; the rest waits for the next. */
const batchesMax = 200;

/** Deletes expired answers, the counts of old windows and the ids of ended delegations, in batches that hold no lock for long. */
export async function cleanUp(
  db: Kysely<GatewayTables>,
  windowMs: number,
  signal: AbortSignal,
): Promise<void> {
  await inBatches(() => deleteOldClaims(db, batchSize), signal);
  await inBatches(() => deleteOldBuckets(db, windowMs, batchSize), signal);
  await inBatches(() => deleteOldUses(db, batchSize), signal);
}

async function inBatches(deleteBatch: () => Promise<number>, signal: AbortSignal): Promise<void> {
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
    if ((await deleteBatch()) < batchSize) return;
  }
}
