/** The limits of a piece of work. */
export interface Limits {
  readonly timeoutMs: number;
  /** The caller's own. */
  readonly signal?: AbortSignal | undefined;
  /** Builds the error for when the time is up. */
  readonly late: () => Error;
}

/**
 * Runs work that ends when its time is up, or when the caller aborts, also if the work does not heed its signal.
 * @returns what the work returns
 * @throws the error of `late`, the reason of the caller's signal, or what the work throws
 */
export async function withinTime<T>(
  { timeoutMs, signal, late }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(late()), timeoutMs);
  try {
    return await Promise.race([work(controller.signal), aborted(controller.signal)]);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns a promise that is rejected once a signal aborts. */
const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** Waits for a time. @throws the reason of the signal, at once when it aborts */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
