import { setTimeout as sleep } from 'node:timers/promises';
import { batchItemKinds, type batchJob } from '@redline/contracts';
import { type DeliveryContext, isTransient, type MessageHandler, retryLater } from '@redline/service-kit/bus';
import { attemptHandler, type Lease } from '@redline/service-kit/records';
import type { CheckOwner, OfferedCheck } from '../clients/owners.ts';
import type { Deps } from '../deps.ts';
import { endLease, type TakenBatch, takeBatch, type WaitingItem, waitingItems } from '../store/dispatch.ts';
import { applyEvent } from './apply-event.ts';
import { batchRecords } from './batch-records.ts';

type Payload = (typeof batchJob)['payload'];

/** Items of one kind that are offered at the same time, and dispatched in one transaction. */
const offeredAtOnce = 10;
const retryDelayMs = { least: 250, most: 5_000 } as const;

/** Takes a batch and dispatches its items to the owners of their checks (see the README, "Guarantees"). */
export function dispatchJobHandler(deps: Deps): MessageHandler<Payload> {
  const { db, batchJob: job, metrics } = deps;
  return attemptHandler({
    records: batchRecords(deps),
    job,
    take: (id, limits) => takeBatch(db, id, limits),
    work: (taken, lease, _, context) => dispatch(deps, taken, lease, context),
    extendsLease: true,
    onEnd: (outcome) => metrics.attempts.inc({ outcome }),
  });
}

/** One attempt at dispatching a batch. */
interface DispatchAttempt {
  readonly deps: Deps;
  readonly taken: TakenBatch;
  readonly context: DeliveryContext;
  readonly signal: AbortSignal;
}

/** Dispatches each kind by itself: an owner that is down does not delay the others. */
async function dispatch(
  deps: Deps,
  taken: TakenBatch,
  lease: Lease,
  context: DeliveryContext,
): Promise<'finished' | 'overtaken'> {
  const timeout = AbortSignal.timeout(deps.dispatchTimeoutMs);
  const attempt = {
    deps,
    taken,
    context,
    signal: AbortSignal.any([lease.signal, deps.stopping, timeout]),
  };
  const waiting = await waitingItems(deps.db, taken.id);
  const ended = await Promise.allSettled(
    batchItemKinds.map((kind) =>
      dispatchKind(
        attempt,
        waiting.filter((item) => item.kind === kind),
      ),
    ),
  );
  // This attempt offers no more items, so the job that deletes their checks need not wait for its lease.
  await endLease(deps.db, taken);
  if (lease.signal.aborted) return 'overtaken';
  if (deps.stopping.aborted) throw retryLater('the service stops', { delayMs: 0, counts: false });
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return 'finished';
}

async function dispatchKind(attempt: DispatchAttempt, items: readonly WaitingItem[]): Promise<void> {
  for (let first = 0; first < items.length; first += offeredAtOnce) {
    if (attempt.signal.aborted) return;
    await dispatchSome(attempt, items.slice(first, first + offeredAtOnce));
  }
}

async function dispatchSome(attempt: DispatchAttempt, items: readonly WaitingItem[]): Promise<void> {
  const { deps, taken, context } = attempt;
  const offers = await Promise.allSettled(items.map((item) => offer(attempt, item)));
  const checkIds: string[] = [];
  for (const [index, { checkId, kind }] of items.entries()) {
    const offered = offers[index];
    if (offered?.status !== 'fulfilled') continue;
    deps.metrics.items.inc({ kind, outcome: offered.value.outcome });
    if (offered.value.outcome === 'taken') checkIds.push(checkId);
    else {
      // The sentence may quote the submission: it is stored with the item, and neither published nor logged.
      context.log.warn({ checkId }, 'an owner has refused an item');
      const event = { type: 'refused', checkId, sentence: offered.value.sentence } as const;
      await applyEvent(deps, taken.id, event, { requestId: context.requestId });
    }
  }
  if (checkIds.length > 0) await settle(attempt, checkIds);
  const failed = offers.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Starts the checks that owners have accepted, or withdraws them if the batch was deleted or given up meanwhile. */
async function settle({ deps, taken, context }: DispatchAttempt, checkIds: readonly string[]): Promise<void> {
  const { id, scope } = taken;
  const { requestId } = context;
  const changed = await applyEvent(deps, id, { type: 'dispatched', checkIds }, { requestId });
  const withdrawing = (changed?.withdrawn ?? []).map(({ kind, checkId }) =>
    deps.owners[kind].withdraw({ checkId, scope, requestId }),
  );
  await Promise.all(withdrawing);
}

/** Offers an item until its owner answers, with growing delays. */
async function offer(
  { deps, taken, context, signal }: DispatchAttempt,
  { checkId, kind, ...item }: WaitingItem,
): ReturnType<CheckOwner['offer']> {
  const { id: batchId, scope } = taken;
  const check: OfferedCheck = { checkId, batchId, scope, requestId: context.requestId, item, place: taken };
  for (let waitMs: number = retryDelayMs.least; ; waitMs = Math.min(2 * waitMs, retryDelayMs.most)) {
    try {
      return await deps.owners[kind].offer(check);
    } catch (error) {
      if (!isTransient(error) || signal.aborted) throw error;
      context.log.warn({ err: error, kind }, 'the owner of an item does not answer; the offer is retried');
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw error;
    }
  }
}
