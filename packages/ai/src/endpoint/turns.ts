import { ModelError } from './model-error.ts';

/**
 * Lets so many run at the same time; who comes later waits in a line of bounded length and for a bounded time.
 * @param concurrencyMax how many run
 * @param waitingMax how many may wait; who finds the line full is turned away as `busy`
 * @returns takes the milliseconds that the work may wait for its turn; past them it is turned away too
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
