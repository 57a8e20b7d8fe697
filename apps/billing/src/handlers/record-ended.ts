import type { Scope } from '@redline/contracts';
import { type EventRow, type MessageHandler, rejected } from '@redline/service-kit/bus';
import { recordOnce } from '@redline/service-kit/outbox';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { refundLine } from '../store/refund-line.ts';

/** The fields of every event that causes a refund. */
type Ended = z.ZodType<{ readonly id: string; readonly scope: Scope }, z.ZodTypeDef, unknown>;

/**
 * Refunds a record that failed or was cancelled. The inbox detects an event that is delivered twice, the key of the
 * refund two events of one record. A payload does not say how its record ended, only the subject does.
 * @param consumer the name of its inbox
 * @param event the one that it follows; nothing else is refunded
 */
export const recordEnded =
  ({ db, metrics, now }: Deps, consumer: string, event: Pick<EventRow, 'subject'>): MessageHandler<Ended> =>
  async ({ id, scope }, { subject, messageId, log }) => {
    if (subject !== event.subject) throw rejected(`not ${event.subject}`);
    const refund = await db.transaction().execute(async (trx) => {
      if (!(await recordOnce(trx, consumer, messageId))) return undefined;
      return refundLine(trx, { lineId: id, accountId: scope.accountId }, now());
    });
    if (!refund) return;
    metrics.refunds.inc({ outcome: refund.outcome });
    metrics.creditsRefunded.inc(refund.credits);
    log.info(
      { recordId: id, siteId: scope.siteId, ...refund },
      'dealt with a record that ended without a verdict',
    );
  };
