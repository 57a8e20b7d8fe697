import { randomUUID } from 'node:crypto';
import { idPrefixes, mainSite, rewriteJob, textEvents, type textJob } from '@redline/contracts';
import type { Evaluation } from '@redline/rule-engine/evaluate';
import type { DeliveryContext, MessageHandler } from '@redline/service-kit/bus';
import { createId } from '@redline/service-kit/ids';
import { eventMessage, jobMessage } from '@redline/service-kit/outbox';
import { attemptHandler, type Lease, writeWithinLease } from '@redline/service-kit/records';
import type { Deps } from '../deps.ts';
import { selectionOf, wordsIn } from '../domain/place.ts';
import { renderItemVerdict } from '../domain/render/item-verdict.ts';
import type { StoreEvaluation } from '../domain/stored-evaluation.ts';
import { batchOf } from '../store/batch-of.ts';
import type { CheckWrites } from '../store/batched/check-writes.ts';
import type { Verdict } from '../store/batched/finish-checks.ts';
import type { TakenCheck } from '../store/batched/take-checks.ts';
import { checkRecords } from '../store/check-record.ts';
import { announceEnd } from './announce-end.ts';

type JobDeps = Deps & { readonly writes: CheckWrites; readonly toStore: StoreEvaluation };

/** Takes, judges and finishes one check (see the README, "Guarantees"). */
export function judgeJob(deps: JobDeps): MessageHandler<(typeof textJob)['payload']> {
  const { db, job, metrics, writes, wakeRelay } = deps;
  return attemptHandler({
    records: checkRecords(db, wakeRelay),
    job,
    take: writes.take,
    work: (check, lease, _, context) => judge(deps, check, lease, context),
    extendsLease: false,
    onEnd: (outcome) => metrics.ended.inc({ outcome }),
  });
}

async function judge(
  deps: JobDeps,
  check: TakenCheck,
  lease: Lease,
  context: DeliveryContext,
): Promise<'finished' | 'overtaken'> {
  const { metrics, words } = deps;
  const { scope, wordsVersion } = check;
  const matcher = wordsVersion === null ? undefined : await words.at(scope, wordsVersion);
  const customWords = matcher && wordsIn(matcher, check);
  const endTimer = metrics.judgeSeconds.startTimer();
  const evaluation = await deps.judge({
    siteId: scope.siteId,
    text: check.text,
    selection: selectionOf(check),
    customWords,
  });
  endTimer();
  const finished = await finish(deps, check, evaluation, lease, context);
  if (!finished) return 'overtaken';
  // Nobody waits for an item of a batch.
  if (check.batchId === null) announceEnd(deps, check.id);
  else deps.wakeRelay();
  return 'finished';
}

function finish(
  { writes, toStore }: JobDeps,
  check: TakenCheck,
  evaluation: Evaluation,
  lease: Lease,
  { requestId, traceparent }: DeliveryContext,
): Promise<boolean> {
  const id = randomUUID();
  const { scope } = check;
  const ended = { version: 1, id: check.id, scope, occurredAt: new Date().toISOString() } as const;
  const payload = { ...ended, ...verdictForBatch(check, evaluation) };
  const event = { ...eventMessage(textEvents.completed, payload, { requestId, traceparent }), id };
  const verdict = {
    taken: check,
    evaluation: toStore(evaluation),
    event,
    rewrite: rewriteAfter(check, evaluation, requestId),
  };
  return writeWithinLease(lease, () => writes.finish(verdict));
}

/** The event of an item of a batch carries its verdict, so that the orchestrator need not ask; others need none. */
function verdictForBatch({ batchId, scope }: TakenCheck, evaluation: Evaluation) {
  if (batchId === null) return {};
  const siteKind = scope.siteId === mainSite.id ? 'main' : 'international';
  return { ...batchOf(batchId), verdict: renderItemVerdict(evaluation, siteKind) };
}

/** The rewrite that was asked for with the check: begun with its verdict, if there is something to rewrite. */
function rewriteAfter(
  { autoFix, scope, sceneMode }: TakenCheck,
  { findings }: Evaluation,
  requestId: string,
): NonNullable<Verdict['rewrite']> | null {
  if (!autoFix || findings.length === 0) return null;
  const id = createId(idPrefixes.fix);
  const payload = { version: 1 as const, id, scope, charged: null, requestId };
  const { subject } = jobMessage(rewriteJob, id, payload);
  return { id, mode: sceneMode ?? 'content', subject, payload };
}
