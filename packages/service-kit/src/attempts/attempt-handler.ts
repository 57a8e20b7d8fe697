import type { z } from 'zod';
import {
  type DeliveryContext,
  type JobRow,
  type MessageHandler,
  rejected,
  retryLater,
} from '../bus/index.ts';
import { isDatabaseUnavailable } from '../db/index.ts';
import { holdLease, type Lease, LeaseLost } from './lease.ts';
import type { Taking } from './taking.ts';

/** A record's last attempt, to be failed. */
export interface LastAttempt {
  readonly id: string;
  readonly attempt: number;
  readonly lastError: string | null;
}

/** How the jobs of one kind of record are worked on. */
export interface AttemptWork<
  P extends z.ZodTypeAny,
  T extends { readonly id: string; readonly attempt: number },
> {
  /** Its `ackWaitMs` is the length of a lease. */
  readonly job: Pick<JobRow, 'kind' | 'ackWaitMs' | 'maxAttempts'>;
  readonly idOf: (payload: z.output<P>) => string;
  /** Counts an attempt and leases the record, if it is free and has attempts left. */
  readonly take: (id: string) => Promise<Taking<T>>;
  /** Does the work and writes what came of it, unless the record is somebody else's by now: says how it ended. */
  readonly work: (taken: T, lease: Lease, payload: z.output<P>, context: DeliveryContext) => Promise<string>;
  /** For work that may last longer than a lease: extends it, or says that it is lost. */
  readonly extend?: (taken: T) => Promise<boolean>;
  /** Ends a lease before its time after an error. */
  readonly release: (taken: T, lastError: string) => Promise<void>;
  /** Fails a record after its last attempt; false when it changed since. */
  readonly giveUp: (last: LastAttempt, context: DeliveryContext) => Promise<boolean>;
  /** A job without a record: its charge is to be given back, once however often the job comes. */
  readonly tellOfLost: (payload: z.output<P>, context: DeliveryContext) => Promise<void>;
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
export function attemptHandler<
  P extends z.ZodTypeAny,
  T extends { readonly id: string; readonly attempt: number },
>(kind: AttemptWork<P, T>): MessageHandler<P> {
  return async (payload, context) => {
    // The lease ends no earlier than this, whatever the clocks of the two machines say.
    const sinceMs = performance.now();
    const taking = await kind.take(kind.idOf(payload));
    switch (taking.outcome) {
      case 'taken':
        return attempt(kind, taking.taken, sinceMs, payload, context);
      case 'leased':
        kind.onEnd('leased');
        throw retryLater('another worker has it', {
          delayMs: taking.freeInMs + afterLeaseMs,
          counts: false,
        });
      case 'exhausted':
        return giveUp(kind, { id: kind.idOf(payload), ...taking }, context);
      case 'dead':
        throw rejected(deadReason(taking.attempt, taking.lastError));
      case 'no_record':
        context.log.error({ id: kind.idOf(payload) }, 'a job has no record; its charge is given back');
        return kind.tellOfLost(payload, context);
      case 'nothing_to_do':
        kind.onEnd('nothing_to_do');
    }
  };
}

async function attempt<P extends z.ZodTypeAny, T extends { readonly id: string; readonly attempt: number }>(
  kind: AttemptWork<P, T>,
  taken: T,
  sinceMs: number,
  payload: z.output<P>,
  context: DeliveryContext,
): Promise<void> {
  const { job, work, extend } = kind;
  const holding = {
    ...{ leaseMs: job.ackWaitMs, sinceMs, working: context.working, log: context.log },
    ...(extend && { extend: () => extend(taken) }),
  };
  let lease: Lease | undefined;
  try {
    const outcome = await holdLease(holding, (held) => {
      lease = held;
      return work(taken, held, payload, context);
    });
    kind.onEnd(outcome);
  } catch (error) {
    if (lease?.signal.reason instanceof LeaseLost) return kind.onEnd('overtaken');
    await breakOff(kind, taken, error, context);
    throw error;
  }
}

/** Gives the attempt back after an error, or fails the record when it was the last one. */
async function breakOff<P extends z.ZodTypeAny, T extends { readonly id: string; readonly attempt: number }>(
  kind: AttemptWork<P, T>,
  taken: T,
  error: unknown,
  context: DeliveryContext,
): Promise<void> {
  kind.onEnd('broke_off');
  // The lease cannot be given back either; it ends by itself.
  if (isDatabaseUnavailable(error)) return;
  const { id, attempt } = taken;
  const lastError = describeError(error);
  if (attempt >= kind.job.maxAttempts) {
    context.log.error({ err: error, attempt, kind: kind.job.kind }, 'the last attempt broke off');
    return giveUp(kind, { id, attempt, lastError }, context);
  }
  await kind
    .release(taken, lastError)
    .catch((fault: unknown) =>
      context.log.warn({ err: fault }, 'a lease could not be released; it ends by itself'),
    );
}

/** Fails a record after its last attempt and has its job kept as dead; a second worker that comes here changes nothing. */
async function giveUp<P extends z.ZodTypeAny, T extends { readonly id: string; readonly attempt: number }>(
  kind: AttemptWork<P, T>,
  last: LastAttempt,
  context: DeliveryContext,
): Promise<never> {
  const { id, attempt, lastError } = last;
  const failed = await kind.giveUp({ id, attempt, lastError }, context);
  if (!failed) throw retryLater('the record changed meanwhile', { delayMs: afterLeaseMs, counts: false });
  kind.onEnd('gave_up');
  throw rejected(deadReason(attempt, lastError));
}

const deadReason = (attempt: number, lastError: string | null): string =>
  `gave up after ${attempt} attempts; ${lastError ?? 'the worker was lost in the last one'}`;

/** Name and message of an error, bounded. Whoever works puts nothing of the content into its messages. */
function describeError(error: unknown): string {
  return String(error).replaceAll('\0', ' ').slice(0, lastErrorLengthMax);
}
