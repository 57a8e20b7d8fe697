import { rewriteEvents } from '@redline/contracts';
import type { RewriteResult } from '@redline/rule-engine/rewrite';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { finishRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import type { StoredFix } from '../domain/text-check.ts';
import { lockCheckOf } from './lock-check.ts';
import { rewriteRecord } from './rewrite-record.ts';
import type { Db, Trx } from './tables.ts';
import type { TakenRewrite } from './take-rewrite.ts';

/**
 * Writes the result of a rewrite to its check, and the completed event, in one transaction: if its attempt is still the
 * last one taken and it was neither cancelled nor failed meanwhile.
 * @returns false when it is somebody else's by now
 */
export function finishRewrite(
  db: Db,
  taken: Pick<TakenRewrite, 'id' | 'attempt' | 'scope' | 'strategy'>,
  result: RewriteResult,
  requestId: string,
): Promise<boolean> {
  const { id, scope, strategy } = taken;
  return db.transaction().execute(async (trx) => {
    const check = await lockCheckOf(trx, id);
    if (!check) return false;
    const finished = await finishRecord(trx, rewriteRecord, taken, { set: sql`writer = ${result.writer}` });
    if (!finished) return false;
    const checkId = check.id;
    const occurredAt = finished.occurredAt.toISOString();
    if (check.productVertical === null) await storeText(trx, checkId, result.text);
    else {
      const fixes = check.fixes ?? [];
      const version = fixes.length + 1;
      const { text: fixedText, riskCount, accepted, refusal } = result;
      const reason = refusal === null ? {} : { reason: refusal };
      const fix = { version, strategy, fixedText, riskCount, accepted, ...reason, createdAt: occurredAt };
      await storeVersions(trx, checkId, [...fixes, fix]);
    }
    const payload = { version: 1, id, checkId, scope, occurredAt } as const;
    await appendOutbox(trx, [eventMessage(rewriteEvents.completed, payload, { requestId })]);
    return true;
  });
}

async function storeText(trx: Trx, checkId: string, text: string): Promise<void> {
  await sql`update text_checks set fix_status = 'completed', fixed_text = ${text}, updated_at = now()
    where id = ${checkId}`.execute(trx);
}

async function storeVersions(trx: Trx, checkId: string, fixes: readonly StoredFix[]): Promise<void> {
  await sql`update text_checks
    set fix_status = 'completed', fixes = ${JSON.stringify(fixes)}::json, updated_at = now()
    where id = ${checkId}`.execute(trx);
}
