import type { z } from 'zod';
import {
  type DeliveryContext,
  type JobRow,
  type MessageHandler,
  rejected,
  retryLater,
} from '../bus/index.ts';
import { isDatabaseUnavailable } from '../db/index.ts';
import { giveUp, type LastAttempt } from './give-up.ts';
import { holdLease, type Lease, LeaseLostError } from './lease.ts';
import { extendLease, releaseLease } from './lease-row.ts';
import type { Records } from './records.ts';
import type { Attempt, TakeLimits, Taking } from './take.ts';

/** The payload of a job names its record, and what a refund must say where there is none. */
type JobPayload<N> = z.ZodType<N & { readonly id: string }, z.ZodTypeDef, unknown>;

/**
 * How the jobs of one kind of record are worked on.
 * @typeParam N what `Records.onMissingRecord` needs of a payload
 * @typeParam T what is taken of a record
 */
export interface AttemptWork<DB, N, P extends JobPayload<N>, T extends Attempt> {
  readonly records: Records<DB, N>;
  /** Its `ackWaitMs` is the length of a lease. */
  readonly job: Pick<JobRow, 'kind' | 'ackWaitMs' | 'maxAttempts'>;
  /** Counts an attempt and leases the record, if it is open, free and has attempts left. */
  readonly take: (id: string, limits: TakeLimits) => Promise<Taking<T>>;
  /** Does the work and writes the result, unless the record is somebody else's by now; returns how the attempt ended. */
  readonly work: (taken: T, lease: Lease, payload: z.output<P>, context: DeliveryContext) => Promise<string>;
  /** Whether the lease is extended while the work goes on; otherwise the work must end within it. */
  readonly extendsLease: boolean;
  /** Counts how attempts end. */
  readonly onEnd: (outcome: string) => void;
}

/** A little after the lease ends, so that the next delivery finds it ended. */
const afterLeaseMs = 50;
const lastErrorLengthMax = 200;

/**
 * Takes, works on and finishes a record. A job may come twice, late, or to a worker that was paused: the record decides.
 * The handler returns when there is nothing more to do, and throws what settles the job otherwise.
 */
export function attemptHandler<DB, N, P extends JobPayload<N>, T extends Attempt>(
  kind: AttemptWork<DB, N, P, T>,
): MessageHandler<P> {
  const { records, job, take, onEnd } = kind;
  return async (payload, context) => {
    const { id } = payload;
    // The lease ends no earlier than this, whatever the clocks of the two machines say.
    const sinceMs = performance.now();
    const taking = await take(id, { leaseMs: job.ackWaitMs, maxAttempts: job.maxAttempts });
    switch (taking.outcome) {
      case 'taken':
        return attempt(kind, taking.taken, sinceMs, payload, context);
      case 'leased':
        onEnd('leased');
        throw retryLater('another worker has it', {
          delayMs: taking.freeInMs + afterLeaseMs,
          counts: false,
        });
      case 'exhausted':
        return failAfter(kind, { id, attempt: taking.attempt, lastError: taking.lastError }, context);
      case 'dead':
        throw rejected(deadReason(taking.attempt, taking.lastError));
      case 'no_record':
        context.log.error({ id }, 'a job has no record; its charge is refunded');
        return records.onMissingRecord(payload, context.requestId);
      case 'nothing_to_do':
        onEnd('nothing_to_do');
    }
  };
}

async function attempt<DB, N, P extends JobPayload<N>, T extends Attempt>(
  kind: AttemptWork<DB, N, P, T>,
  taken: T,
  sinceMs: number,
  payload: z.output<P>,
  context: DeliveryContext,
): Promise<void> {
  const { records, job, work, extendsLease } = kind;
  const leaseMs = job.ackWaitMs;
  const holding = {
    leaseMs,
    sinceMs,
    working: context.working,
    log: context.log,
    ...(extendsLease && { extend: () => extendLease(records.db, records.kind, taken, { leaseMs }) }),
  };
  let lease: Lease | undefined;
  try {
    const outcome = await holdLease(holding, (held) => {
      lease = held;
      return work(taken, held, payload, context);
    });
    kind.onEnd(outcome);
  } catch (error) {
    if (lease?.signal.reason instanceof LeaseLostError) return kind.onEnd('overtaken');
    await breakOff(kind, taken, error, context);
    throw error;
  }
}

/** Gives the attempt back after an error, or fails the record when it was the last one. */
async function breakOff<DB, N, P extends JobPayload<N>, T extends Attempt>(
  kind: AttemptWork<DB, N, P, T>,
  { id, attempt }: T,
  error: unknown,
  context: DeliveryContext,
): Promise<void> {
  const { records, job } = kind;
  kind.onEnd('broke_off');
  // The lease cannot be given back either; it ends by itself.
  if (isDatabaseUnavailable(error)) return;
  const lastError = describeError(error);
  if (attempt >= job.maxAttempts) {
    context.log.error({ err: error, attempt, kind: job.kind }, 'the last attempt broke off');
    return failAfter(kind, { id, attempt, lastError }, context);
  }
  await releaseLease(records.db, records.kind, { id, attempt }, { lastError }).catch((fault: unknown) =>
    context.log.warn({ err: fault }, 'a lease could not be released; it ends by itself'),
  );
}

/** Fails a record after its last attempt and has its job kept as dead; a second worker that comes here changes nothing. */
async function failAfter<DB, N, P extends JobPayload<N>, T extends Attempt>(
  { records, onEnd }: AttemptWork<DB, N, P, T>,
  last: LastAttempt,
  { requestId }: DeliveryContext,
): Promise<never> {
  const hasFailed = await giveUp(records.fail, last, requestId);
  if (!hasFailed) throw retryLater('the record changed meanwhile', { delayMs: afterLeaseMs, counts: false });
  onEnd('gave_up');
  throw rejected(deadReason(last.attempt, last.lastError));
}

const deadReason = (attempt: number, lastError: string | null): string =>
  `gave up after ${attempt} attempts; ${lastError ?? 'the worker was lost in the last one'}`;

/** Returns name and message of an error, bounded. Workers put nothing of the content into their messages. */
function describeError(error: unknown): string {
  return String(error).replaceAll('\0', ' ').slice(0, lastErrorLengthMax);
}
