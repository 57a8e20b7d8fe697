import { type Attempt, writeFenced } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { FixStatus } from '../domain/text-check.ts';
import { lockCheckOf, setFixStatus } from './lock-check.ts';
import { rewriteRecord } from './rewrite-record.ts';
import type { Db } from './tables.ts';

/**
 * Drops a rewrite that its account cannot pay for, unless somebody else has taken it since: its check is as it was
 * before. Nothing was charged, so there is no event.
 */
export function dropRewrite(db: Db, taken: Attempt): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const check = await lockCheckOf(trx, taken.id);
    if (!check) return false;
    const dropped = await writeFenced(trx, rewriteRecord, taken, {
      set: sql`status = 'dropped', lease_until = null`,
      returning: sql<{ readonly previous: FixStatus | null }>`previous_status as previous`,
    });
    if (!dropped) return false;
    await setFixStatus(trx, check.id, dropped.previous);
    return true;
  });
}
