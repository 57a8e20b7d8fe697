/** The work cannot be done now: it comes again after `delayMs`, or after the row's backoff. */
export class RetryLater extends Error {
  readonly delayMs: number | undefined;
  readonly counts: boolean;

  constructor(reason: string, options: { readonly delayMs?: number; readonly counts?: boolean }) {
    super(reason);
    this.name = 'RetryLater';
    this.delayMs = options.delayMs;
    this.counts = options.counts ?? true;
  }
}

/** The work can never be done: it is kept in the dead-letter stream with this reason and does not come again. */
export class Rejected extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Rejected';
  }
}

/**
 * The failure to throw when the work should come again.
 * @param reason said in the log
 * @param options `delayMs` instead of the row's backoff; `counts: false` when the message is not to blame
 *   (a database that is down): the delay then stays short however often the message has come
 */
export const retryLater = (
  reason: string,
  options: { readonly delayMs?: number; readonly counts?: boolean } = {},
) => new RetryLater(reason, options);

/** The failure to throw when a message can never be worked on. */
export const rejected = (reason: string) => new Rejected(reason);
