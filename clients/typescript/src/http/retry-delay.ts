const firstMaxMs = 500;
const laterMaxMs = 8_000;
/** A minute is the window of the request limits; whoever says more is not waited for. */
const retryAfterSecondsMax = 65;
/** Clients that were told the same second do not all come back in the same moment. */
const spreadMs = 1_000;

/** An attempt that failed, as far as it is known. */
export interface FailedAttempt {
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** True if the request may run again after an error of the server: it reads, or has an `Idempotency-Key`. */
  readonly isRepeatable: boolean;
}

const worthRetrying: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Returns how long to wait before the next attempt: a random part of a limit that doubles, or what `Retry-After` says.
 * @param attempt number of attempts that have failed before this one, from 0
 * @returns milliseconds; undefined when another attempt would not help
 */
export function retryDelayMs(
  { status, retryAfterSeconds, isRepeatable }: FailedAttempt,
  attempt: number,
): number | undefined {
  const isWorth = status === undefined || worthRetrying.has(status) || (status === 500 && isRepeatable);
  if (!isWorth) return undefined;
  if (retryAfterSeconds === undefined) return Math.random() * Math.min(laterMaxMs, firstMaxMs * 2 ** attempt);
  if (retryAfterSeconds > retryAfterSecondsMax) return undefined;
  return retryAfterSeconds * 1_000 + Math.random() * spreadMs;
}
