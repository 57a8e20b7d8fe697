/** A counter of running work, so that a stop can wait for it. */
export interface InFlight {
  readonly count: number;
  /** Counts the work until it ends; it must not reject. */
  readonly run: (work: () => Promise<void>) => void;
  /** Resolves when nothing runs, at the latest after `timeoutMs`; true if nothing was left. */
  readonly idle: (timeoutMs: number) => Promise<boolean>;
}

/** @param onEnd called after each end, when it is no longer counted */
export function createInFlight(onEnd: () => void = () => undefined): InFlight {
  let count = 0;
  const waiting = new Set<() => void>();
  const end = () => {
    count -= 1;
    if (count === 0) {
      for (const wake of waiting) wake();
      waiting.clear();
    }
    onEnd();
  };
  return {
    get count() {
      return count;
    },
    run(work) {
      count += 1;
      work().then(end, end);
    },
    idle(timeoutMs) {
      if (count === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), timeoutMs);
        waiting.add(() => {
          clearTimeout(timer);
          resolve(true);
        });
      });
    },
  };
}
