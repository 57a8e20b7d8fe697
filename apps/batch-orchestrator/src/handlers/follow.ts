import {
  failureOf,
  type ItemVerdict,
  imageEvents,
  type RecordFailure,
  textEvents,
  videoEvents,
} from '@redline/contracts';
import type { MessageHandler } from '@redline/service-kit/bus';
import { recordOnce } from '@redline/service-kit/outbox';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { BatchEvent } from '../domain/batch.ts';
import { applyEvent } from './apply-event.ts';

/** The fields of the event of a check that belong to its batch. */
type OfCheck = z.ZodType<
  {
    readonly id: string;
    readonly batchId?: string | undefined;
    readonly verdict?: ItemVerdict | undefined;
    readonly reason?: string | undefined;
    readonly failure?: RecordFailure | undefined;
  },
  z.ZodTypeDef,
  unknown
>;

/** The events of checks, each with its meaning for an item and the durable name of its consumer, which never changes. */
export const followed = [
  { row: textEvents.completed, type: 'completed', durable: 'batch-orchestrator-text-completed' },
  { row: textEvents.failed, type: 'failed', durable: 'batch-orchestrator-text-failed' },
  { row: textEvents.cancelled, type: 'cancelled', durable: 'batch-orchestrator-text-cancelled' },
  { row: imageEvents.completed, type: 'completed', durable: 'batch-orchestrator-image-completed' },
  { row: imageEvents.failed, type: 'failed', durable: 'batch-orchestrator-image-failed' },
  { row: imageEvents.cancelled, type: 'cancelled', durable: 'batch-orchestrator-image-cancelled' },
  { row: videoEvents.completed, type: 'completed', durable: 'batch-orchestrator-video-completed' },
  { row: videoEvents.transcribed, type: 'transcribed', durable: 'batch-orchestrator-video-transcribed' },
  { row: videoEvents.failed, type: 'failed', durable: 'batch-orchestrator-video-failed' },
  { row: videoEvents.cancelled, type: 'cancelled', durable: 'batch-orchestrator-video-cancelled' },
] as const;

type Followed = (typeof followed)[number];

/**
 * Applies the event of a check to the item of its batch. The inbox drops repeated events; events of checks without a batch
 * are ignored.
 */
export const followCheck =
  (deps: Deps, { type, durable }: Pick<Followed, 'type' | 'durable'>): MessageHandler<OfCheck> =>
  async ({ id: checkId, batchId, ...end }, { messageId, requestId, log }) => {
    if (!batchId) return;
    const event = eventOf(type, checkId, end);
    if (!event) return log.error({ checkId, batchId }, 'a check of a batch has ended without its verdict');
    await applyEvent(deps, batchId, event, {
      requestId,
      isNew: (trx) => recordOnce(trx, durable, messageId),
    });
  };

function eventOf(
  type: Followed['type'],
  checkId: string,
  { verdict, reason, failure }: Omit<OfCheck['_output'], 'id' | 'batchId'>,
): BatchEvent | undefined {
  // An engine of an older version names the reason alone.
  if (type === 'failed') return { type, checkId, failure: failure ?? failureOf(reason) };
  if (type === 'cancelled') return { type, checkId };
  return verdict && { type, checkId, verdict };
}
