import type { BillLine, Issue } from '@redline/contracts';

/**
 * The result of a call to another service: answered; certainly not acted on; or unknown, because it was delivered, or
 * may have been, and no answer came.
 */
export type CallResult<A> =
  | { readonly end: 'answered'; readonly answer: A }
  | { readonly end: 'not_delivered'; readonly reason: string }
  | { readonly end: 'unknown'; readonly reason: string };

/** A refusal that is rendered to the client; nothing was charged. */
export interface Refusal {
  readonly code:
    | 'invalid_request'
    | 'not_found'
    | 'plan_required'
    | 'product_line_not_enabled'
    | 'insufficient_credits';
  readonly message: string;
  /** With `invalid_request`, where the owner knows the fields that are wrong. */
  readonly issues?: readonly Issue[] | undefined;
  /** With `plan_required`, where billing names it. */
  readonly requiredPlan?: string | undefined;
  readonly credits?: { readonly requiredCredits: number; readonly currentBalance: number };
}

export type Prepared =
  | { readonly outcome: 'prepared'; readonly lines: readonly BillLine[] }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'too_late' };

export type Charged =
  | { readonly outcome: 'charged'; readonly amount: number }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** Certain: nothing is charged under this id, and nothing will be. */
  | { readonly outcome: 'dead'; readonly reason: string }
  | { readonly outcome: 'too_late' };

/** The operations of one submission. Each kind of record has its own owner; the saga is the same. */
export interface SubmissionPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly prepare: (deadlineMs: number) => Promise<CallResult<Prepared>>;
  readonly charge: (lines: readonly BillLine[], deadlineMs: number) => Promise<CallResult<Charged>>;
  readonly publish: (amount: number, timeoutMs: number) => Promise<CallResult<'published'>>;
  readonly abandon: (
    reason: 'refused' | 'unknown',
    timeoutMs: number,
  ) => Promise<CallResult<'abandoned' | 'too_late'>>;
}

export interface SagaLimits {
  readonly prepareMs: number;
  /** The same if the owner measures a file first. */
  readonly measureMs: number;
  readonly chargeMs: number;
  readonly publishMs: number;
  /** How long, in all, an undo is repeated while it is not answered. */
  readonly undoMs: number;
  readonly undoEveryMs: number;
  /** The timeout of one of these calls. */
  readonly undoCallMs: number;
  /** After this time another request may have taken the operation over, so that nothing may be deleted any more. */
  readonly ownMs: number;
}

/** Their sum stays below the lease of an idempotency row (30 s). */
export const sagaLimits: SagaLimits = {
  prepareMs: 3_000,
  measureMs: 12_000,
  chargeMs: 3_000,
  publishMs: 3_000,
  undoMs: 10_000,
  undoEveryMs: 200,
  undoCallMs: 3_000,
  ownMs: 20_000,
};

/**
 * Returns the limits under an idempotency lease shorter than the default: a run that may have lost its lease deletes
 * nothing.
 */
export const limitsWithin = (leaseMs: number): SagaLimits => ({
  ...sagaLimits,
  ownMs: Math.min(sagaLimits.ownMs, (leaseMs * 2) / 3),
});

export type Submission =
  /** The record exists and will reach its end. `charged` if this run got the amount from billing. */
  | { readonly end: 'accepted'; readonly charged?: number }
  | { readonly end: 'refused'; readonly refusal: Refusal }
  /** `settled`: this operation is over and costs nothing. Otherwise a retry must continue under the same id. */
  | { readonly end: 'failed'; readonly settled: boolean; readonly reason: string };

/**
 * Takes one submission from a validated request to its job: prepare, charge, publish (DESIGN, "The life of a
 * submission"; docs/crash-points.md lists every point at which it may break).
 * @param resumed an earlier run under the same operation id did not finish. It may have answered 201 without being able
 *   to store that answer, so nothing it left behind is undone here
 * @returns the end of the submission. Failures of other services are returned, not thrown; a failure costs nothing, an
 *   acceptance is never lost
 */
export async function submit(
  ports: SubmissionPorts,
  resumed: boolean,
  limits = sagaLimits,
): Promise<Submission> {
  const startedMs = ports.now();
  const prepared = await ports.prepare(startedMs + limits.prepareMs);
  if (prepared.end !== 'answered') return afterFailedPrepare(ports, prepared, resumed, limits);
  if (prepared.answer.outcome === 'refused') return { end: 'refused', refusal: prepared.answer.refusal };
  if (prepared.answer.outcome === 'too_late') return failed('prepared too late', true);

  const { lines } = prepared.answer;
  const charged = await ports.charge(lines, ports.now() + limits.chargeMs);
  if (charged.end !== 'answered') {
    // Without a job the owner's sweeper fails the record and it is refunded, so a first run may answer that it failed.
    return resumed ? accepted : undo(ports, limits, failed(`charge: ${charged.reason}`, true), undefined);
  }
  const answer = charged.answer;
  if (answer.outcome === 'refused') return undoRefused(ports, limits, answer.refusal, startedMs);
  if (answer.outcome === 'dead') return failed(`charge: ${answer.reason}`, true);
  if (answer.outcome === 'too_late') {
    return resumed ? accepted : undo(ports, limits, failed('charged too late', true), undefined);
  }

  const published = await ports.publish(answer.amount, limits.publishMs);
  const paid: Submission = { end: 'accepted', charged: answer.amount };
  if (published.end === 'answered' || resumed) return paid;
  // The job may exist and run, or the sweeper fails the record and it is refunded: only 201 is correct in both cases.
  const unresolved = published.end === 'unknown' ? paid : undefined;
  return undo(ports, limits, failed(`publish: ${published.reason}`, true), unresolved);
}

const accepted: Submission = { end: 'accepted' };

const failed = (reason: string, settled: boolean): Submission => ({ end: 'failed', settled, reason });

/**
 * Ends a submission whose `prepare` got no answer. A `too_late` of the undo is ignored: there may be no record at all,
 * and a 201 would be lost.
 */
async function afterFailedPrepare(
  ports: SubmissionPorts,
  prepared: { readonly end: 'not_delivered' | 'unknown'; readonly reason: string },
  resumed: boolean,
  limits: SagaLimits,
): Promise<Submission> {
  const reason = `prepare: ${prepared.reason}`;
  if (resumed) return failed(reason, false);
  if (prepared.end === 'unknown') await abandonUntilAnswered(ports, limits, () => 'unknown');
  return failed(reason, true);
}

/**
 * Undoes what was prepared and returns the end of the submission.
 * @param otherwise the end if it was undone
 * @param unresolved the end if the owner never answers; `otherwise`, not settled, by default
 */
async function undo(
  ports: SubmissionPorts,
  limits: SagaLimits,
  otherwise: Submission,
  unresolved: Submission | undefined,
): Promise<Submission> {
  const undone = await abandonUntilAnswered(ports, limits, () => 'unknown');
  if (undone === 'abandoned') return otherwise;
  if (undone === 'too_late') return accepted;
  return unresolved ?? { ...otherwise, ...(otherwise.end === 'failed' ? { settled: false } : {}) };
}

/** Deletes the record of a refused charge. Nothing was charged, so the refusal is the answer even if that fails. */
async function undoRefused(
  ports: SubmissionPorts,
  limits: SagaLimits,
  refusal: Refusal,
  startedMs: number,
): Promise<Submission> {
  const isOwner = () => ports.now() - startedMs < limits.ownMs;
  const undone = await abandonUntilAnswered(ports, limits, () => (isOwner() ? 'refused' : 'unknown'));
  return undone === 'too_late' ? accepted : { end: 'refused', refusal };
}

async function abandonUntilAnswered(
  ports: SubmissionPorts,
  limits: SagaLimits,
  reasonNow: () => 'refused' | 'unknown',
): Promise<'abandoned' | 'too_late' | 'unresolved'> {
  const untilMs = ports.now() + limits.undoMs;
  for (;;) {
    const result = await ports.abandon(reasonNow(), limits.undoCallMs);
    if (result.end === 'answered') return result.answer;
    if (ports.now() + limits.undoEveryMs >= untilMs) return 'unresolved';
    await ports.wait(limits.undoEveryMs);
  }
}
