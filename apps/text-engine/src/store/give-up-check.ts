import { sql } from 'kysely';
import { failCheck } from './fail-check.ts';
import type { Db } from './tables.ts';

/**
 * Fails a check after its last attempt and keeps why.
 * @returns false when the check changed since that attempt; nothing was written then
 */
export function giveUpCheck(
  db: Db,
  last: {
    readonly id: string;
    readonly attempt: number;
    readonly lastError: string | null;
    readonly requestId?: string | undefined;
  },
): Promise<boolean> {
  const { id, attempt, lastError, requestId } = last;
  return db.transaction().execute(async (trx) => {
    const condition = sql<boolean>`attempt = ${attempt}`;
    const changed = await failCheck(trx, { id, reason: 'attempts_exhausted', condition, requestId });
    if (changed) {
      await trx.updateTable('text_checks').set({ last_error: lastError }).where('id', '=', id).execute();
    }
    return changed;
  });
}
