import { ModelError } from './model-error.ts';
import type { Reply } from './post.ts';

const againMs = 200;
/** The longest wait before a retry, whatever `Retry-After` says. */
const retryAfterMaxMs = 2_000;

/** The error of a response of a server that limits requests or is temporarily down. */
class LimitedError extends ModelError {
  readonly retryAfterMs: number;

  constructor({ status, retryAfter }: Reply) {
    super('limited', `the model endpoint answered ${status}`);
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds)
      ? Math.min(Math.max(0, seconds * 1_000), retryAfterMaxMs)
      : againMs;
  }
}

/** Converts a response of any status but 200 to an error. */
export const refusalOf = (reply: Reply): ModelError =>
  reply.status === 429 || reply.status >= 500
    ? new LimitedError(reply)
    : new ModelError('refused', `the model endpoint answered ${reply.status}`);

/** Returns the delay before a retry, in milliseconds. */
export const waitMsAfter = (fault: ModelError): number =>
  fault instanceof LimitedError ? fault.retryAfterMs : againMs;
