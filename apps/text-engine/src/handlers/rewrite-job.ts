import type { rewriteJob } from '@redline/contracts';
import { type DeliveryContext, type MessageHandler, rejected, retryLater } from '@redline/service-kit/bus';
import { isDatabaseUnavailable } from '@redline/service-kit/db';
import type { z } from 'zod';
import { chargeRewrite } from '../clients/billing.ts';
import type { Deps } from '../deps.ts';
import { selectionOf } from '../domain/place.ts';
import { dropRewrite, giveUpRewrite } from '../store/fail-rewrite.ts';
import { failWithoutRewrite } from '../store/fail-without-record.ts';
import { finishRewrite } from '../store/finish-rewrite.ts';
import { releaseRewrite, type TakenRewrite, takeRewrite } from '../store/take-rewrite.ts';
import { afterLeaseMs, deadReason, describeError, writeWithinLease } from './attempts.ts';

type Payload = z.output<(typeof rewriteJob)['payload']>;

/**
 * Takes, pays for, does and finishes one rewrite. A job may come twice, late, or to a worker that was paused: the record
 * decides, as it does for checks.
 */
export function rewriteJobHandler(deps: Deps): MessageHandler<(typeof rewriteJob)['payload']> {
  const { db, rewriteJob: job, metrics } = deps;
  const limits = { leaseMs: job.ackWaitMs, maxAttempts: job.maxAttempts };
  return async (payload, context) => {
    // The lease ends no earlier than this, whatever the clocks of the two machines say.
    const leaseEndMs = performance.now() + job.ackWaitMs;
    const taking = await takeRewrite(db, payload.id, limits);
    switch (taking.outcome) {
      case 'taken':
        return work(deps, taking.rewrite, payload, leaseEndMs, context);
      case 'leased':
        metrics.rewrites.inc({ outcome: 'leased' });
        throw retryLater('another worker has it', {
          delayMs: taking.freeInMs + afterLeaseMs,
          counts: false,
        });
      case 'exhausted':
        return giveUp(deps, { id: payload.id, ...taking }, context);
      case 'dead':
        throw rejected(deadReason(taking.attempt, taking.lastError));
      case 'no_record':
        return tellOfLost(deps, payload, context);
      case 'nothing_to_do':
        metrics.rewrites.inc({ outcome: 'nothing_to_do' });
    }
  };
}

async function work(
  deps: Deps,
  taken: TakenRewrite,
  { charged }: Payload,
  leaseEndMs: number,
  context: DeliveryContext,
): Promise<void> {
  const { db, bus, metrics, rewriter } = deps;
  const { requestId } = context;
  try {
    if (charged === null && (await chargeRewrite(bus, { ...taken, requestId })) === 'refused') {
      await dropRewrite(db, taken);
      return metrics.rewrites.inc({ outcome: 'dropped' });
    }
    const endTimer = metrics.rewriteSeconds.startTimer();
    const { text, strategy, mode, scope, customFindings } = taken;
    const result = await rewriter({
      ...{ siteId: scope.siteId, text, selection: selectionOf(taken), strategy, mode },
      customFindings: customFindings ?? [],
    });
    endTimer();
    const finished = await writeWithinLease(leaseEndMs, () => finishRewrite(db, taken, result, requestId));
    if (finished) deps.wakeRelay();
    metrics.rewrites.inc({ outcome: finished ? 'finished' : 'overtaken' });
  } catch (error) {
    await breakOff(deps, taken, error, context);
    throw error;
  }
}

/** Gives the attempt back after an error, or fails the rewrite when it was the last one. */
async function breakOff(
  deps: Deps,
  taken: TakenRewrite,
  error: unknown,
  context: DeliveryContext,
): Promise<void> {
  deps.metrics.rewrites.inc({ outcome: 'broke_off' });
  // The lease cannot be given back either; it ends by itself.
  if (isDatabaseUnavailable(error)) return;
  const lastError = describeError(error);
  if (taken.attempt >= deps.rewriteJob.maxAttempts) {
    context.log.error({ err: error, attempt: taken.attempt }, 'the last attempt at a rewrite broke off');
    return giveUp(deps, { ...taken, lastError }, context);
  }
  await releaseRewrite(deps.db, taken, lastError).catch((fault: unknown) =>
    context.log.warn({ err: fault }, 'a lease could not be released; it ends by itself'),
  );
}

/** Fails a rewrite after its last attempt and has its job kept as dead. */
async function giveUp(
  { db, metrics, wakeRelay }: Deps,
  last: { readonly id: string; readonly attempt: number; readonly lastError: string | null },
  { requestId }: DeliveryContext,
): Promise<never> {
  const { id, attempt, lastError } = last;
  const failed = await giveUpRewrite(db, { id, attempt, lastError, requestId });
  if (!failed) throw retryLater('the rewrite changed meanwhile', { delayMs: afterLeaseMs, counts: false });
  wakeRelay();
  metrics.rewrites.inc({ outcome: 'gave_up' });
  throw rejected(deadReason(attempt, lastError));
}

/** A job without a record: its charge is given back, once however often the job comes. */
async function tellOfLost(
  { db, wakeRelay }: Deps,
  { id, scope }: Payload,
  { requestId, log }: DeliveryContext,
): Promise<void> {
  log.error({ id }, 'a job has no rewrite; its charge is given back');
  await failWithoutRewrite(db, { id, scope, requestId });
  wakeRelay();
}
