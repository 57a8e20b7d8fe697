import type { rewriteJob } from '@redline/contracts';
import { attemptHandler, type Lease, releaseLease, writeWithinLease } from '@redline/service-kit/attempts';
import type { DeliveryContext, MessageHandler } from '@redline/service-kit/bus';
import type { z } from 'zod';
import { chargeRewrite } from '../clients/billing.ts';
import type { Deps } from '../deps.ts';
import { selectionOf } from '../domain/place.ts';
import { dropRewrite, giveUpRewrite } from '../store/fail-rewrite.ts';
import { failWithoutRewrite } from '../store/fail-without-record.ts';
import { finishRewrite } from '../store/finish-rewrite.ts';
import { type TakenRewrite, takeRewrite } from '../store/take-rewrite.ts';

type Payload = z.output<(typeof rewriteJob)['payload']>;

/** Takes, pays for, does and finishes one rewrite, as is done with checks. */
export function rewriteJobHandler(deps: Deps): MessageHandler<(typeof rewriteJob)['payload']> {
  const { db, rewriteJob: job, metrics, wakeRelay } = deps;
  const limits = { leaseMs: job.ackWaitMs, maxAttempts: job.maxAttempts };
  return attemptHandler<(typeof rewriteJob)['payload'], TakenRewrite>({
    job,
    idOf: ({ id }) => id,
    take: (id) => takeRewrite(db, id, limits),
    work: (taken, lease, payload, context) => rewrite(deps, taken, payload, lease, context),
    release: (taken, lastError) => releaseLease(db, 'rewrites', taken, { lastError }),
    async giveUp(last, { requestId }) {
      const failed = await giveUpRewrite(db, { ...last, requestId });
      if (failed) wakeRelay();
      return failed;
    },
    async tellOfLost({ id, scope }, { requestId }) {
      await failWithoutRewrite(db, { id, scope, requestId });
      wakeRelay();
    },
    onEnd: (outcome) => metrics.rewrites.inc({ outcome }),
  });
}

async function rewrite(
  { db, bus, metrics, rewriter, wakeRelay }: Deps,
  taken: TakenRewrite,
  { charged }: Payload,
  lease: Lease,
  { requestId }: DeliveryContext,
): Promise<'finished' | 'overtaken' | 'dropped'> {
  if (charged === null && (await chargeRewrite(bus, { ...taken, requestId })) === 'refused') {
    await dropRewrite(db, taken);
    return 'dropped';
  }
  const endTimer = metrics.rewriteSeconds.startTimer();
  const { text, strategy, mode, scope, customFindings } = taken;
  const result = await rewriter({
    ...{ siteId: scope.siteId, text, selection: selectionOf(taken), strategy, mode },
    customFindings: customFindings ?? [],
  });
  endTimer();
  const finished = await writeWithinLease(lease, () => finishRewrite(db, taken, result, requestId));
  if (finished) wakeRelay();
  return finished ? 'finished' : 'overtaken';
}
