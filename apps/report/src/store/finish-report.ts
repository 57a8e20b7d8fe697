import { reportEvents } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { sql } from 'kysely';
import { eventsOfEnd } from '../domain/stream/events.ts';
import type { Section } from '../domain/stream/section.ts';
import type { Db } from './tables.ts';
import type { TakenReport } from './take-report.ts';
import { toldEvents } from './told-events.ts';

/**
 * Completes a report whose sections are all kept, and tells of it, if this attempt is still the last one taken.
 * @param charged what its client has paid
 * @returns false when the report is somebody else's by now
 */
export function finishReport(
  db: Db,
  { id, attempt, scope, videoCheckId }: Omit<TakenReport, 'findings'>,
  sections: readonly Section[],
  { charged, requestId }: { readonly charged: number; readonly requestId: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ at: Date; durationMs: number }>`
      update reports set status = 'completed', credit_cost = coalesce(credit_cost, ${charged}), findings = null,
        duration_ms = round(extract(epoch from now() - created_at) * 1000), lease_until = null, last_error = null,
        updated_at = now()
      where id = ${id} and attempt = ${attempt} and status = 'processing'
      returning updated_at as at, duration_ms as "durationMs"`.execute(trx);
    const [finished] = rows;
    if (!finished) return false;
    const payload = { version: 1, id, videoCheckId, scope, occurredAt: finished.at.toISOString() } as const;
    const told = eventsOfEnd(id, sections, { status: 'completed', durationMs: finished.durationMs });
    const completed = eventMessage(reportEvents.completed, payload, { requestId });
    await appendOutbox(trx, [...toldEvents(id, told), completed]);
    return true;
  });
}
