import { ModelError } from './model-error.ts';

export interface BreakerOptions {
  /** Consecutive failures after which the circuit opens. */
  readonly failuresMax: number;
  /** How long it stays open; then one request is tried. */
  readonly restMs: number;
  readonly now: () => number;
}

/** Creates a circuit breaker: after several consecutive failures, requests fail at once for a while. */
export function createBreaker({ failuresMax, restMs, now }: BreakerOptions) {
  let failures = 0;
  let restsUntil = 0;
  let isTrying = false;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const isResting = failures >= failuresMax;
    if (isResting && (now() < restsUntil || isTrying))
      throw new ModelError('resting', 'the model failed several times in a row and is left alone');
    isTrying = isResting;
    try {
      const value = await work();
      failures = 0;
      return value;
    } catch (error) {
      failures++;
      restsUntil = now() + restMs;
      throw error;
    } finally {
      if (isResting) isTrying = false;
    }
  };
}
