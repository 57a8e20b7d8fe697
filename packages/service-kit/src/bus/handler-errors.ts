/** Thrown by a handler that cannot do the work now: it is redelivered after `delayMs`, or after the row's backoff. */
export class RetryLaterError extends Error {
  readonly delayMs: number | undefined;
  readonly counts: boolean;

  constructor(reason: string, options: { readonly delayMs?: number; readonly counts?: boolean }) {
    super(reason);
    this.name = 'RetryLaterError';
    this.delayMs = options.delayMs;
    this.counts = options.counts ?? true;
  }
}

/** Thrown by a handler that can never do the work: the message goes to the dead-letter stream with this reason. */
export class RejectedError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'RejectedError';
  }
}

/**
 * Builds the error to throw for a redelivery.
 * @param reason written to the log
 * @param options `delayMs` instead of the row's backoff; `counts: false` if the message is not the cause (a database
 *   that is down): the delay then stays short however often the message was delivered
 */
export const retryLater = (
  reason: string,
  options: { readonly delayMs?: number; readonly counts?: boolean } = {},
) => new RetryLaterError(reason, options);

/** Builds the error to throw for a message that can never be handled. */
export const rejected = (reason: string) => new RejectedError(reason);
