import type { RequestOptions } from './http/api.ts';
import { type PollPace, pollUntilEnded, type WaitOptions, withinLimit } from './wait.ts';

/**
 * A submission on its way. Awaited, it is the answer that it was accepted; `wait()` is the record once it has ended, also
 * as `failed`: look at its `status`.
 */
export interface Submission<Accepted, Ended> extends Promise<Accepted> {
  /**
   * Waits for the end of the record.
   * @throws RedlineError when the submission is refused, RedlineTimeoutError when the time is up
   */
  readonly wait: (options?: WaitOptions) => Promise<Ended>;
}

/** Waiting by the server, whose answer is then the record. */
export interface ServerWait {
  /** 0 for not at all. */
  readonly seconds: number;
  /** The signal of the caller's waiting, beside that of the request. */
  readonly signal?: AbortSignal | undefined;
}

/** One kind of submission. */
export interface SubmissionParts<Accepted, Ended> {
  readonly pace: PollPace;
  /** Sends it. */
  readonly send: (wait: ServerWait) => Promise<Accepted | Ended>;
  /** Reads the record. */
  readonly read: (id: string, options: RequestOptions) => Promise<Ended>;
  readonly isEnded: (record: Ended) => boolean;
  /** Tells a record from an acceptance, where the server may be asked to wait and the answer be the record. */
  readonly isRecord: (answer: Accepted | Ended) => answer is Ended;
  /** Builds what the acceptance would have been. */
  readonly accepted: (record: Ended) => Accepted;
}

/** The longest that the API waits before it answers. */
const serverWaitSecondsMax = 30;

/**
 * Sends a submission at the end of this turn of the event loop: a `wait()` in the same turn is known by then, and the
 * server is asked to wait. Later ones poll the record.
 */
export function createSubmission<
  Accepted extends { readonly id: string },
  Ended extends { readonly id: string },
>(parts: SubmissionParts<Accepted, Ended>): Submission<Accepted, Ended> {
  const { pace, send, read, isEnded, isRecord } = parts;
  let wait: ServerWait = { seconds: 0 };
  let isSent = false;
  const answer = Promise.resolve().then(() => {
    isSent = true;
    return send(wait);
  });
  const accepted = answer.then((one) => (isRecord(one) ? parts.accepted(one) : one));

  const waitForEnd = (options: WaitOptions = {}): Promise<Ended> => {
    // Whoever waits is told of a refusal by that.
    accepted.catch(() => undefined);
    let id = 'the submission';
    return withinLimit(
      () => id,
      options,
      pace,
      async (signal) => {
        const seconds = Math.min(
          serverWaitSecondsMax,
          Math.floor((options.timeoutMs ?? pace.timeoutMs) / 1_000),
        );
        if (!isSent && wait.signal === undefined) wait = { seconds, signal };
        const first = await answer;
        id = first.id;
        if (isRecord(first) && isEnded(first)) return first;
        return pollUntilEnded((within) => read(first.id, { signal: within }), isEnded, pace, signal);
      },
    );
  };
  return Object.assign(accepted, { wait: waitForEnd });
}

/** Options of waiting for a record by its id. */
export interface WaitForOptions extends WaitOptions {
  /** The tenant of the record; that of the client when left out. */
  readonly endTenant?: string | undefined;
}

/** One kind of record that ends. */
interface EndingRecord<R> {
  readonly pace: PollPace;
  readonly read: (id: string, options: RequestOptions) => Promise<R>;
  readonly isEnded: (record: R) => boolean;
}

/** Waits for the end of a record that was submitted before. @throws as `Submission.wait` */
export function waitForRecord<R>(
  id: string,
  { pace, read, isEnded }: EndingRecord<R>,
  options: WaitForOptions = {},
): Promise<R> {
  const { endTenant } = options;
  return withinLimit(
    () => id,
    options,
    pace,
    (limit) => pollUntilEnded((signal) => read(id, { endTenant, signal }), isEnded, pace, limit),
  );
}
