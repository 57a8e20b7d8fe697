import type { BillLine } from '@redline/contracts';

/**
 * How a question to a neighbour ended: answered; surely not acted on; or nobody knows, because it was delivered, or may
 * have been, and no answer came.
 */
export type Asked<A> =
  | { readonly end: 'answered'; readonly answer: A }
  | { readonly end: 'not_delivered'; readonly reason: string }
  | { readonly end: 'unknown'; readonly reason: string };

/** A refusal that the client is told of; nothing was charged. */
export interface Refusal {
  readonly code:
    | 'invalid_request'
    | 'not_found'
    | 'plan_required'
    | 'product_line_not_enabled'
    | 'insufficient_credits';
  readonly message: string;
  readonly credits?: { readonly requiredCredits: number; readonly currentBalance: number };
}

export type Prepared =
  | { readonly outcome: 'prepared'; readonly lines: readonly BillLine[] }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'too_late' };

export type Charged =
  | { readonly outcome: 'charged'; readonly amount: number }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  /** Surely nothing is charged under this id, and nothing will be. */
  | { readonly outcome: 'dead'; readonly reason: string }
  | { readonly outcome: 'too_late' };

/** Who does the work of one submission. Each kind of check brings its own owner; the saga is the same. */
export interface SubmissionPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly prepare: (deadlineMs: number) => Promise<Asked<Prepared>>;
  readonly charge: (lines: readonly BillLine[], deadlineMs: number) => Promise<Asked<Charged>>;
  readonly publish: (amount: number, timeoutMs: number) => Promise<Asked<'published'>>;
  readonly abandon: (
    reason: 'refused' | 'unknown',
    timeoutMs: number,
  ) => Promise<Asked<'abandoned' | 'too_late'>>;
}

export interface SagaLimits {
  readonly prepareMs: number;
  /** The same where the owner measures a file first. */
  readonly measureMs: number;
  readonly chargeMs: number;
  readonly publishMs: number;
  /** How long, in all, an undo is asked for again while nobody answers. */
  readonly undoMs: number;
  readonly undoEveryMs: number;
  /** How long one of these questions waits. */
  readonly undoCallMs: number;
  /** After this long somebody else may have taken the operation over, so that nothing may be deleted any more. */
  readonly ownMs: number;
}

/** All of it together stays below the lease of an idempotency row (30 s). */
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

/** The limits under an idempotency lease that may be shorter than the default: who may have lost it deletes nothing. */
export const limitsWithin = (leaseMs: number): SagaLimits => ({
  ...sagaLimits,
  ownMs: Math.min(sagaLimits.ownMs, (leaseMs * 2) / 3),
});

export type Submission =
  /** The record is there and will reach its end. `charged` where this run has heard what it cost. */
  | { readonly end: 'accepted'; readonly charged?: number }
  | { readonly end: 'refused'; readonly refusal: Refusal }
  /** `settled`: this operation is over and costs nothing. Otherwise a retry must go on under the same id. */
  | { readonly end: 'failed'; readonly settled: boolean; readonly reason: string };

/**
 * Brings one submission from a validated request to its job: prepare, charge, publish (DESIGN, "The life of a
 * submission"; every point at which it may break is in docs/crash-points.md).
 * @param resumed a run before this one, under the same operation id, did not come to its end. It may have answered 201
 *   and not been able to keep that answer, so what it left is never undone here
 * @returns never throws for what a neighbour does; a failure costs nothing, an acceptance is never lost
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
    // Without a job the owner's sweeper fails the record and the charge comes back, so a first run may say that it failed.
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
  // The job may be there and run, or the sweeper fails the record and refunds it: only an acceptance is true either way.
  const unresolved = published.end === 'unknown' ? paid : undefined;
  return undo(ports, limits, failed(`publish: ${published.reason}`, true), unresolved);
}

const accepted: Submission = { end: 'accepted' };

const failed = (reason: string, settled: boolean): Submission => ({ end: 'failed', settled, reason });

/**
 * `too_late` is not believed here: without a `prepared` there may be no record at all, and a 201 would be lost.
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

/** @param unresolved what is true when nobody answers whether it was undone; `otherwise`, not settled, when left out */
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

/** Nothing was charged, so the refusal is the answer whether or not the record could be removed at once. */
async function undoRefused(
  ports: SubmissionPorts,
  limits: SagaLimits,
  refusal: Refusal,
  startedMs: number,
): Promise<Submission> {
  const isMine = () => ports.now() - startedMs < limits.ownMs;
  const undone = await abandonUntilAnswered(ports, limits, () => (isMine() ? 'refused' : 'unknown'));
  return undone === 'too_late' ? accepted : { end: 'refused', refusal };
}

async function abandonUntilAnswered(
  ports: SubmissionPorts,
  limits: SagaLimits,
  reasonNow: () => 'refused' | 'unknown',
): Promise<'abandoned' | 'too_late' | 'unresolved'> {
  const untilMs = ports.now() + limits.undoMs;
  for (;;) {
    const asked = await ports.abandon(reasonNow(), limits.undoCallMs);
    if (asked.end === 'answered') return asked.answer;
    if (ports.now() + limits.undoEveryMs >= untilMs) return 'unresolved';
    await ports.wait(limits.undoEveryMs);
  }
}
