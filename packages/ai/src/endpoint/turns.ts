import { ModelError } from './model-error.ts';

/**
 * Limits concurrency; further work waits in a queue of bounded length for a bounded time.
 * @param concurrencyMax the maximum of concurrent work
 * @param waitingMax the length of the queue; work that finds it full fails as `busy`
 * @returns a function that takes the milliseconds that work may wait for its turn; after them it fails as `busy` too
 */
export function createTurns(concurrencyMax: number, waitingMax: number) {
  let running = 0;
  const waiting = new Set<() => void>();
  const busy = () => new ModelError('busy', 'too many questions wait for the model');
  const turn = (waitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(busy());
      }, waitMs);
      waiting.add(begin);
    });
  return async <T>(waitMs: number, work: () => Promise<T>): Promise<T> => {
    if (running < concurrencyMax) running++;
    else if (waiting.size >= waitingMax) throw busy();
    else await turn(waitMs);
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running--;
    }
  };
}
