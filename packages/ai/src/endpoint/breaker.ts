import { ModelError } from './model-error.ts';

export interface BreakerOptions {
  /** Failures in a row after which nothing is asked any more. */
  readonly failuresMax: number;
  /** For how long; then one question is tried. */
  readonly restMs: number;
  readonly now: () => number;
}

/** Leaves alone for a while what has failed several times in a row, so that nobody waits for it meanwhile. */
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
