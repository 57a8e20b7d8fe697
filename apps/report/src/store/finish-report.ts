import { reportEvents } from '@redline/contracts';
import { appendOutbox, eventMessage } from '@redline/service-kit/outbox';
import { finishRecord } from '@redline/service-kit/records';
import { sql } from 'kysely';
import { eventsOfEnd } from '../domain/stream/events.ts';
import type { Section } from '../domain/stream/section.ts';
import { reportRecord } from './report-record.ts';
import { streamMessages } from './stream-messages.ts';
import type { Db } from './tables.ts';
import type { TakenReport } from './take-report.ts';

/**
 * Completes a report whose sections are all stored, with its events, if this attempt is still the last one taken.
 * @param charged what its client has paid, in credits
 * @returns false if another worker has the report by now
 */
export function finishReport(
  db: Db,
  taken: Omit<TakenReport, 'findings'>,
  sections: readonly Section[],
  { charged, requestId }: { readonly charged: number; readonly requestId: string },
): Promise<boolean> {
  const { id, scope, videoCheckId } = taken;
  return db.transaction().execute(async (trx) => {
    const finished = await finishRecord(trx, reportRecord, taken, {
      set: sql`credit_cost = coalesce(credit_cost, ${charged}), findings = null,
        duration_ms = round(extract(epoch from now() - created_at) * 1000)`,
      returning: sql<{ readonly durationMs: number }>`duration_ms as "durationMs"`,
    });
    if (!finished) return false;
    const { durationMs, occurredAt } = finished;
    const payload = {
      version: 1,
      id,
      videoCheckId,
      scope,
      occurredAt: occurredAt.toISOString(),
    } as const;
    await appendOutbox(trx, [
      ...streamMessages(id, eventsOfEnd(id, sections, { status: 'completed', durationMs })),
      eventMessage(reportEvents.completed, payload, { requestId }),
    ]);
    return true;
  });
}
