import { sql } from 'kysely';
import type { Db } from './tables.ts';
import type { TakenCheck } from './take-checks.ts';

/**
 * Ends a lease before its time, so that the next attempt need not wait for it. The attempt stays counted.
 * The lease ends and is not removed: should the job be lost now, the sweeper goes by its end.
 */
export async function releaseCheck(
  db: Db,
  { id, attempt }: Pick<TakenCheck, 'id' | 'attempt'>,
  lastError: string,
): Promise<void> {
  await db
    .updateTable('text_checks')
    .set({ lease_until: sql`clock_timestamp()`, last_error: lastError })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'processing')
    .execute();
}
