import { attemptIs } from './conditions.ts';
import type { RecordFailure } from './fail.ts';
import type { Attempt } from './take.ts';

/** The last attempt at a record, and what it ended with. */
export interface LastAttempt extends Attempt {
  readonly lastError: string | null;
}

/**
 * Fails a record after its last attempt and keeps why. The reason is what makes a job dead: `whyNotTaken` goes by it, so
 * that a job which comes once more, after a worker died between the two, is kept as dead and not dropped.
 * @returns false when the record changed since that attempt: it was reopened, finished or cancelled
 */
export const giveUp = (
  fail: (failure: RecordFailure) => Promise<boolean>,
  { id, attempt, lastError }: LastAttempt,
  requestId: string,
): Promise<boolean> =>
  fail({ id, reason: 'attempts_exhausted', condition: attemptIs(attempt), lastError, requestId });
