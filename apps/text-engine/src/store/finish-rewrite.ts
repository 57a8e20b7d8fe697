import { rewriteEvents } from '@redline/contracts';
import type { RewriteResult } from '@redline/rule-engine/rewrite';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { checkOfRewrite, lockCheck } from './lock-check.ts';
import type { Db, StoredFix, Trx } from './tables.ts';
import type { TakenRewrite } from './take-rewrite.ts';

/**
 * Writes what came of a rewrite to its check, and the completed event, in one transaction: if its attempt is still the
 * last one taken and it was neither cancelled nor failed meanwhile.
 * @returns false when it is somebody else's by now
 */
export function finishRewrite(
  db: Db,
  taken: Pick<TakenRewrite, 'id' | 'attempt' | 'scope' | 'strategy'>,
  result: RewriteResult,
  requestId: string,
): Promise<boolean> {
  const { id, attempt, scope, strategy } = taken;
  return db.transaction().execute(async (trx) => {
    const checkId = await checkOfRewrite(trx, id);
    const check = checkId && (await lockCheck(trx, checkId));
    if (!checkId || !check) return false;
    const { rows } = await sql<{ at: Date }>`
      update rewrites set status = 'completed', writer = ${result.writer}, lease_until = null, last_error = null, updated_at = now()
      where id = ${id} and attempt = ${attempt} and status = 'processing'
      returning updated_at as at`.execute(trx);
    const occurredAt = rows[0]?.at.toISOString();
    if (occurredAt === undefined) return false;
    if (check.productVertical === null) await showText(trx, checkId, result.text);
    else {
      const fixes = check.fixes ?? [];
      const version = fixes.length + 1;
      const { text: fixedText, riskCount, accepted } = result;
      const fix = { version, strategy, fixedText, riskCount, accepted, createdAt: occurredAt };
      await showVersions(trx, checkId, [...fixes, fix]);
    }
    const payload = { version: 1, id, checkId, scope, occurredAt } as const;
    await appendOutbox(trx, [eventMessage(rewriteEvents.completed, payload, { requestId })]);
    return true;
  });
}

async function showText(trx: Trx, checkId: string, text: string): Promise<void> {
  await sql`update text_checks set fix_status = 'completed', fixed_text = ${text}, updated_at = now()
    where id = ${checkId}`.execute(trx);
}

async function showVersions(trx: Trx, checkId: string, fixes: readonly StoredFix[]): Promise<void> {
  await sql`update text_checks
    set fix_status = 'completed', fixes = ${JSON.stringify(fixes)}::json, updated_at = now()
    where id = ${checkId}`.execute(trx);
}
