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
import { extendLease, handBackLease, releaseLease } from './lease-row.ts';
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
  readonly job: Pick<JobRow, 'kind' | 'subjectOf' | 'ackWaitMs' | 'maxAttempts'>;
  /** Counts an attempt and leases the record, if it is open, free and has attempts left. */
  readonly take: (id: string, limits: TakeLimits) => Promise<Taking<T>>;
  /** Does the work and writes the result, unless the record is somebody else's by now; returns how the attempt ended. */
  readonly work: (taken: T, lease: Lease, payload: z.output<P>, context: DeliveryContext) => Promise<string>;
  /** Whether the lease is extended while the work goes on; otherwise the work must end within it. */
  readonly extendsLease: boolean;
  /** Counts how attempts end. */
  readonly onEnd: (outcome: string) => void;
  /** How long work goes on when its process is to end; then it is handed back. */
  readonly handBackAfterMs?: number;
}

/** A little after the lease ends, so that the next delivery finds it ended. */
const afterLeaseMs = 50;
const lastErrorLengthMax = 200;
/** Most work ends within it; what does not is begun anew elsewhere rather than that the end waits for it. */
const handBackAfterMsDefault = 2_000;

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
        // A record of another kind is not here either, and may well have been finished where it is.
        if (context.subject !== job.subjectOf(id))
          throw rejected('a job of another kind, or of another record');
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
  const ending = untilEnding(context.stopping, kind.handBackAfterMs ?? handBackAfterMsDefault);
  try {
    const working = holdLease({ ...holding, handBack: ending.signal }, (held) => {
      lease = held;
      return work(taken, held, payload, context);
    });
    const outcome = await Promise.race([working, ending.passed]);
    if (outcome === undefined) {
      // It was told to stop by its lease's signal; whatever it ends with, it ends for nobody.
      working.catch(() => undefined);
      return await handBack(kind, taken, context);
    }
    kind.onEnd(outcome);
  } catch (error) {
    if (error instanceof HandedBackError) throw error.later;
    if (lease?.signal.reason instanceof LeaseLostError) return kind.onEnd('overtaken');
    await breakOff(kind, taken, error, context);
    throw error;
  } finally {
    ending.forget();
  }
}

/** Carries a redelivery past the handling of errors of the work. */
class HandedBackError extends Error {
  readonly later = retryLater('the process of its worker ends', { delayMs: 0, counts: false });
}

/** Gives record and job to whoever comes next, at once. */
async function handBack<DB, N, P extends JobPayload<N>, T extends Attempt>(
  { records, onEnd }: AttemptWork<DB, N, P, T>,
  taken: T,
  { log }: DeliveryContext,
): Promise<never> {
  await handBackLease(records.db, records.kind, taken).catch((fault: unknown) =>
    log.warn({ err: fault }, 'a lease could not be handed back; it ends by itself'),
  );
  onEnd('handed_back');
  throw new HandedBackError();
}

/** A time that begins when a process is told to end. */
function untilEnding(stopping: AbortSignal, afterMs: number) {
  const passing = new AbortController();
  const { promise: passed, resolve } = Promise.withResolvers<undefined>();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => {
      passing.abort();
      resolve(undefined);
    }, afterMs);
  };
  if (stopping.aborted) begin();
  else stopping.addEventListener('abort', begin, { once: true });
  return {
    passed,
    signal: passing.signal,
    forget() {
      clearTimeout(timer);
      stopping.removeEventListener('abort', begin);
    },
  };
}

/** Gives the attempt back after an error, or fails the record when it was the last one. */
async function breakOff<DB, N, P extends JobPayload<N>, T extends Attempt>(
  kind: AttemptWork<DB, N, P, T>,
  { id, attempt, handedBack = 0 }: T,
  error: unknown,
  context: DeliveryContext,
): Promise<void> {
  const { records, job } = kind;
  kind.onEnd('broke_off');
  // The lease cannot be given back either; it ends by itself.
  if (isDatabaseUnavailable(error)) return;
  const lastError = describeError(error);
  if (attempt - handedBack >= job.maxAttempts) {
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
