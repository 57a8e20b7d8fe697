import type { OutboxMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import type { Judgment } from '../domain/judgment.ts';
import type { Db } from './tables.ts';
import type { TakenCheck } from './take-check.ts';

/**
 * Writes the verdict and the completed event in one statement, if this attempt is still the last one taken and the
 * check was neither cancelled nor failed meanwhile. So an engine that was paused finishes nothing when it wakes up.
 * @returns false when the check is somebody else's by now
 */
export async function finishCheck(
  db: Db,
  taken: Pick<TakenCheck, 'id' | 'attempt'>,
  judgment: Judgment,
  event: OutboxMessage & { readonly id: string },
): Promise<boolean> {
  const { pack, summary } = judgment;
  const headers = { requestId: event.requestId, traceparent: event.traceparent };
  const result = await sql`
    with finished as (
      update text_checks set
        status = 'completed', lease_until = null, last_error = null, updated_at = now(),
        risk_level = ${judgment.riskLevel}, summary = ${JSON.stringify(summary)},
        findings = ${JSON.stringify(judgment.findings)},
        custom_findings = ${JSON.stringify(judgment.customFindings)},
        semantic_labels = ${JSON.stringify(judgment.semanticLabels)},
        considered = ${JSON.stringify(judgment.considered)},
        pack_id = ${pack.id}, pack_version = ${pack.version}, pack_hash = ${pack.contentHash},
        reviewer = ${judgment.reviewer}
      where id = ${taken.id} and attempt = ${taken.attempt} and status = 'processing'
      returning id
    )
    insert into outbox (id, subject, payload, headers)
    select ${event.id}, ${event.subject}, ${JSON.stringify(event.payload)}::json, ${JSON.stringify(headers)}::json
    from finished`.execute(db);
  return result.numAffectedRows === 1n;
}
