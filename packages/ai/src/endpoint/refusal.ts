import { ModelError } from './model-error.ts';
import type { Reply } from './post.ts';

const againMs = 200;
/** What a server asks to be waited for; past it another answer is better than a late one. */
const retryAfterMaxMs = 2_000;

/** Asked too often, or out of order for the moment. */
class Limited extends ModelError {
  readonly retryAfterMs: number;

  constructor({ status, retryAfter }: Reply) {
    super('limited', `the model endpoint answered ${status}`);
    const seconds = Number(retryAfter ?? Number.NaN);
    this.retryAfterMs = Number.isFinite(seconds)
      ? Math.min(Math.max(0, seconds * 1_000), retryAfterMaxMs)
      : againMs;
  }
}

/** What an answer of any status but 200 means. */
export const refusalOf = (reply: Reply): ModelError =>
  reply.status === 429 || reply.status >= 500
    ? new Limited(reply)
    : new ModelError('refused', `the model endpoint answered ${reply.status}`);

/** How long to wait before asking again, in milliseconds. */
export const waitMsAfter = (fault: ModelError): number =>
  fault instanceof Limited ? fault.retryAfterMs : againMs;
