import type { rewriteJob } from '@redline/contracts';
import type { DeliveryContext, MessageHandler } from '@redline/service-kit/bus';
import { attemptHandler, attemptIs, type Lease, writeWithinLease } from '@redline/service-kit/records';
import type { z } from 'zod';
import { chargeRewrite } from '../clients/billing.ts';
import type { Deps } from '../deps.ts';
import { selectionOf } from '../domain/place.ts';
import { dropRewrite } from '../store/drop-rewrite.ts';
import { finishRewrite } from '../store/finish-rewrite.ts';
import { rewriteRecords } from '../store/rewrite-record.ts';
import { type TakenRewrite, takeRewrite } from '../store/take-rewrite.ts';
import { announceEnd } from './announce-end.ts';

type Payload = z.output<(typeof rewriteJob)['payload']>;

/** Takes, pays for, does and finishes one rewrite, as is done with checks. */
export function rewriteJobHandler(deps: Deps): MessageHandler<(typeof rewriteJob)['payload']> {
  const { db, rewriteJob: job, metrics, wakeRelay } = deps;
  return attemptHandler({
    records: rewriteRecords(db, wakeRelay),
    job,
    take: (id, limits) => takeRewrite(db, id, limits),
    work: (taken, lease, payload, context) => rewrite(deps, taken, payload, lease, context),
    extendsLease: false,
    onEnd: (outcome) => metrics.rewrites.inc({ outcome }),
  });
}

async function rewrite(
  { db, bus, metrics, rewriter, wakeRelay }: Deps,
  taken: TakenRewrite,
  { charged }: Payload,
  lease: Lease,
  { requestId }: DeliveryContext,
): Promise<'finished' | 'overtaken' | 'dropped' | 'refused'> {
  if (charged === null && (await chargeRewrite(bus, { ...taken, requestId })) === 'refused') {
    await dropRewrite(db, taken);
    return 'dropped';
  }
  const endTimer = metrics.rewriteSeconds.startTimer();
  const { check, strategy, mode, scope } = taken;
  const result = await rewriter({
    siteId: scope.siteId,
    text: check.text,
    selection: selectionOf(check),
    strategy,
    mode,
    customFindings: check.customFindings ?? [],
  });
  endTimer();
  // A record of the main site says that a version is not accepted, and why; one of the others can only fail, and is refunded.
  if (result.refusal !== null && check.productVertical === null) {
    const failure = { id: taken.id, reason: result.refusal, condition: attemptIs(taken.attempt), requestId };
    const failed = await writeWithinLease(lease, () => rewriteRecords(db, wakeRelay).fail(failure));
    if (failed) announceEnd({ bus, wakeRelay }, taken.id);
    return failed ? 'refused' : 'overtaken';
  }
  const finished = await writeWithinLease(lease, () => finishRewrite(db, taken, result, requestId));
  if (finished) announceEnd({ bus, wakeRelay }, taken.id);
  return finished ? 'finished' : 'overtaken';
}
