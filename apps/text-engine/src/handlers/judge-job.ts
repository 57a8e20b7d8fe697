import { randomUUID } from 'node:crypto';
import { idPrefixes, rewriteJob, textEvents, type textJob } from '@redline/contracts';
import { type DeliveryContext, type MessageHandler, rejected, retryLater } from '@redline/service-kit/bus';
import { isDatabaseUnavailable } from '@redline/service-kit/db';
import { createId } from '@redline/service-kit/ids';
import { eventMessage, jobMessage } from '@redline/service-kit/outbox';
import type { Deps } from '../deps.ts';
import type { Judgment } from '../domain/judgment.ts';
import { selectionOf, wordsIn } from '../domain/place.ts';
import type { CheckWrites } from '../store/check-writes.ts';
import { failWithoutRecord } from '../store/fail-without-record.ts';
import type { Verdict } from '../store/finish-checks.ts';
import { giveUpCheck } from '../store/give-up-check.ts';
import { releaseCheck } from '../store/release-check.ts';
import type { TakenCheck } from '../store/take-checks.ts';
import { afterLeaseMs, deadReason, describeError, writeWithinLease } from './attempts.ts';

type JobDeps = Deps & { readonly writes: CheckWrites };

/**
 * Takes, judges and finishes one check. A job may come twice, late, or to a worker that was paused: the record decides
 * (see the README, "Guarantees"). Returns when there is nothing more to do; throws what settles the job otherwise.
 */
export function judgeJob(deps: JobDeps): MessageHandler<(typeof textJob)['payload']> {
  const { db, job, metrics, writes } = deps;
  return async ({ id, scope }, context) => {
    // The lease ends no earlier than this, whatever the clocks of the two machines say.
    const leaseEndMs = performance.now() + job.ackWaitMs;
    const taking = await writes.take(id);
    switch (taking.outcome) {
      case 'taken':
        return work(deps, taking.check, leaseEndMs, context);
      case 'leased':
        metrics.ended.inc({ outcome: 'leased' });
        throw retryLater('another worker has it', {
          delayMs: taking.freeInMs + afterLeaseMs,
          counts: false,
        });
      case 'exhausted':
        return giveUp(deps, { id, ...taking }, context);
      case 'dead':
        throw rejected(deadReason(taking.attempt, taking.lastError));
      case 'no_record':
        context.log.error({ id }, 'a job has no record; its charge is given back');
        await failWithoutRecord(db, { id, scope, requestId: context.requestId });
        return deps.wakeRelay();
      case 'nothing_to_do':
        metrics.ended.inc({ outcome: 'nothing_to_do' });
    }
  };
}

async function work(deps: JobDeps, check: TakenCheck, leaseEndMs: number, context: DeliveryContext) {
  const { db, job, judge, metrics, words } = deps;
  try {
    const { scope, wordsVersion } = check;
    const matcher = wordsVersion === null ? undefined : await words.at(scope, wordsVersion);
    const customWords = matcher && wordsIn(matcher, check);
    const endTimer = metrics.judgeSeconds.startTimer();
    const judgment = await judge({
      ...{ siteId: scope.siteId, text: check.text, selection: selectionOf(check), customWords },
    });
    endTimer();
    const finished = await finish(deps, check, judgment, leaseEndMs, context);
    if (finished) deps.wakeRelay();
    metrics.ended.inc({ outcome: finished ? 'finished' : 'overtaken' });
  } catch (error) {
    metrics.ended.inc({ outcome: 'broke_off' });
    // The lease cannot be given back either; it ends by itself.
    if (isDatabaseUnavailable(error)) throw error;
    const lastError = describeError(error);
    if (check.attempt >= job.maxAttempts) {
      context.log.error({ err: error, attempt: check.attempt }, 'the last attempt at a check broke off');
      return giveUp(deps, { ...check, lastError }, context);
    }
    await releaseCheck(db, check, lastError).catch((fault: unknown) =>
      context.log.warn({ err: fault }, 'a lease could not be released; it ends by itself'),
    );
    throw error;
  }
}

function finish(
  { writes }: JobDeps,
  check: TakenCheck,
  judgment: Judgment,
  leaseEndMs: number,
  { requestId, traceparent }: DeliveryContext,
): Promise<boolean> {
  const id = randomUUID();
  const { scope } = check;
  const payload = { version: 1, id: check.id, scope, occurredAt: new Date().toISOString() } as const;
  const event = { ...eventMessage(textEvents.completed, payload, { requestId, traceparent }), id };
  const verdict = { taken: check, judgment, event, rewrite: rewriteAfter(check, judgment, requestId) };
  return writeWithinLease(leaseEndMs, () => writes.finish(verdict));
}

/** The rewrite that was asked for with the check: begun with its verdict, if there is something to rewrite. */
function rewriteAfter(
  { autoFix, scope, sceneMode }: TakenCheck,
  { findings }: Judgment,
  requestId: string,
): NonNullable<Verdict['rewrite']> | null {
  if (!autoFix || findings.length === 0) return null;
  const id = createId(idPrefixes.fix);
  const payload = { version: 1 as const, id, scope, charged: null, requestId };
  const { subject } = jobMessage(rewriteJob, id, payload);
  return { id, mode: sceneMode ?? 'content', subject, payload };
}

/** Fails a check after its last attempt and has its job kept as dead; a second worker that comes here changes nothing. */
async function giveUp(
  { db, metrics, wakeRelay }: Deps,
  last: { readonly id: string; readonly attempt: number; readonly lastError: string | null },
  { requestId }: DeliveryContext,
): Promise<never> {
  const { id, attempt, lastError } = last;
  const failed = await giveUpCheck(db, { id, attempt, lastError, requestId });
  if (!failed) throw retryLater('the check changed meanwhile', { delayMs: afterLeaseMs, counts: false });
  wakeRelay();
  metrics.ended.inc({ outcome: 'gave_up' });
  throw rejected(deadReason(attempt, lastError));
}
